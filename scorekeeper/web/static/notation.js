// The short notation of the text field, as far as tapping needs it; other lines are kept as they are.

const WORDS = {
  de: { held: "gesehen", hand: "blatt", ask: "frage" },
  en: { held: "seen", hand: "hand", ask: "ask" },
};
const HELD = /^(gesehen|held|seen)\s+(.+?)\s+(?:nach\s+|after\s+|stich\s+|trick\s+)*(\d+)\s*:(.*)$/i;
const HAND = /^(blatt|hand)\s+([^:]+):(.*)$/i;
const ASK = /^(frage|ask)\s+(.+?)\s+(\d+)$/i;
const TRICK = /^(?:(\d+)[.)]?\s*)?([^:]*):(.*)$/;

export class Notation {
  constructor(text, names, lang, known) {
    this.names = names;
    this.words = WORDS[lang] ?? WORDS.de;
    this.known = known;
    this.lines = text.split("\n").map((line) => line.trim()).filter(Boolean).map((line) => this.read(line));
  }

  read(text) {
    let found = HELD.exec(text);
    if (found) return this.cards("held", found[4], { player: this.name(found[2]), n: Number(found[3]) }, text);
    found = HAND.exec(text);
    if (found) return this.cards("hand", found[3], { player: this.name(found[2]) }, text);
    found = ASK.exec(text);
    if (found && this.name(found[2])) return { kind: "ask", player: this.name(found[2]), n: Number(found[3]) };
    found = TRICK.exec(text);
    if (found && found[1]) {
      const lead = this.name(found[2]);
      if (lead) return this.cards("trick", found[3], { player: lead, n: Number(found[1]) }, text);
    }
    return { kind: "other", text };
  }

  cards(kind, tail, more, text) {
    const cards = tail.split(/[\s,]+/).filter(Boolean).map((word) => (word === "-" ? "?" : this.known(word)));
    return more.player && cards.every(Boolean) ? { kind, cards, ...more } : { kind: "other", text };
  }

  name(text) {
    const wanted = text.trim().toLowerCase();
    const same = this.names.filter((name) => name.toLowerCase() === wanted);
    const begun = this.names.filter((name) => wanted && name.toLowerCase().startsWith(wanted));
    const found = same.length ? same : begun;
    return found.length === 1 ? found[0] : "";
  }

  of(kind) {
    return this.lines.filter((line) => line.kind === kind);
  }

  used() {
    return new Set(this.of("trick").flatMap((line) => line.cards));
  }

  asked(player, n) {
    return this.lines.find((line) => line.kind === "ask" && line.player === player && line.n === n);
  }

  remove(line) {
    this.lines = this.lines.filter((one) => one !== line);
  }

  text(write) {
    const order = { other: 0, hand: 1, trick: 2, held: 3, ask: 4 };
    const sorted = this.lines
      .map((line, at) => [line, at])
      .sort(([a, i], [b, j]) => order[a.kind] - order[b.kind] || (a.kind === "trick" ? a.n - b.n : i - j))
      .map(([line]) => line);
    this.lines = sorted;
    return sorted.map((line) => this.write(line, write) + "\n").join("");
  }

  write(line, write) {
    const cards = (line.cards ?? []).map((card) => (card === "?" ? "?" : write(card))).join(" ");
    if (line.kind === "trick") return `${line.n} ${line.player}: ${cards}`;
    if (line.kind === "held") return `${this.words.held} ${line.player} ${line.n}: ${cards}`;
    if (line.kind === "hand") return `${this.words.hand} ${line.player}: ${cards}`;
    if (line.kind === "ask") return `${this.words.ask} ${line.player} ${line.n}`;
    return line.text;
  }
}
