// Tapping cards instead of writing them: what is tapped is written into the text, which is what is sent.

import { Notation } from "./notation.js";
import { winner } from "./tricks.js";

const form = document.querySelector("[data-dispute]");
const tapping = form.querySelector("[data-tapping]");
const told = tapping.querySelector("[data-told]");
const number = tapping.querySelector("[data-n]");
const player = tapping.querySelector("[data-player]");
const turn = tapping.querySelector("[data-turn]");
const words = form.querySelector("[data-sentences]").dataset;
const taps = new Map([...tapping.querySelectorAll("[data-card]")].map((tap) => [tap.dataset.card, tap]));
const written = new Map([...taps].map(([card, tap]) => [tap.dataset.written, card]));
const second = form.querySelector("[data-second]");
const hand = Number(form.dataset.hand);
// A deal that is recorded already: its contract is known, and no card is asked about.
const recorded = form.dataset.deal ? JSON.parse(form.dataset.deal) : null;

let mode = "trick";
let memory = "a";
let names = JSON.parse(form.dataset.names);
let notation = null;
let latest = null;

const field = () => form.elements[`told_${memory}`];
const say = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

function known(word) {
  const upper = word.toUpperCase().replace(/^[LB]/, "G").replace(/[TZX]$/, "10").replace(/D$/, "A");
  return word === "?" ? "?" : (written.get(word.toUpperCase()) ?? written.get(upper) ?? "");
}

function deal() {
  const chosen = (name) =>
    recorded ? (recorded[name] ?? "") : (form.querySelector(`[name="${name}"]:checked`)?.value ?? "");
  const kind = chosen("play");
  let trump = kind === "bettel" || kind === "mord" ? "" : chosen("trump");
  if (!trump && form.dataset.game === "wallachen" && /^\d$/.test(kind)) {
    trump = notation.of("trick").find((line) => line.n === 1)?.cards[0]?.[0] ?? "";
  }
  const first = form.dataset.game === "watten" ? "0" : chosen("declarer");
  return {
    game: form.dataset.game,
    criticals: form.dataset.criticals,
    trump,
    schlag: chosen("schlag"),
    first: names[Number(first)] ?? "",
  };
}

function trickNow() {
  return notation.of("trick").find((line) => line.n === Number(number.value));
}

function leadOf(n) {
  const { first, ...by } = deal();
  if (n === 1) return first || names[0];
  const before = notation.of("trick").find((line) => line.n === n - 1);
  if (!before || before.cards.length < names.length || before.cards.includes("?")) return "";
  return names[(names.indexOf(before.player) + winner(before.cards, by)) % names.length];
}

function lineNow() {
  const at = { player: player.value, n: Number(number.value) };
  if (mode === "trick") return trickNow();
  const same = (line) => line.player === at.player && (mode === "hand" || line.n === at.n);
  return notation.of(mode).find(same);
}

function add(card) {
  let line = lineNow();
  if (mode === "trick" && line?.cards.length === names.length && line.n < hand) {
    goTo(line.n + 1);
    line = lineNow();
  }
  if (!line) {
    line = { kind: mode, player: player.value, n: Number(number.value), cards: [] };
    notation.lines.push(line);
  }
  const most = mode === "trick" ? names.length : hand;
  if (line.cards.length < most) line.cards.push(card);
  latest = line;
  write();
  if (mode === "trick" && line.cards.length === names.length && line.n < hand) goTo(line.n + 1);
}

function goTo(n) {
  number.value = String(n);
  const line = trickNow();
  player.value = line?.player || leadOf(n) || player.value;
  show();
}

function write() {
  field().value = notation.text((card) => taps.get(card).dataset.written);
  show();
}

function read() {
  notation = new Notation(field().value, names, form.dataset.lang, known);
}

function option(select, value, text) {
  const made = document.createElement("option");
  made.value = value;
  made.textContent = text;
  select.append(made);
}

function choices() {
  const [n, who] = [number.value, player.value];
  number.replaceChildren();
  for (let i = mode === "held" ? 0 : 1; i <= hand; i += 1) option(number, String(i), String(i));
  number.value = n && (n !== "0" || mode === "held") ? n : "1";
  player.replaceChildren();
  for (const name of names) option(player, name, name);
  player.value = names.includes(who) ? who : names[0];
  number.closest(".field").hidden = mode === "hand";
  tapping.querySelector("[data-n-label]").textContent =
    tapping.querySelector("[data-n-label]").dataset[mode] ?? "";
  tapping.querySelector("[data-player-label]").textContent =
    tapping.querySelector("[data-player-label]").dataset[mode];
}

function button(text, className) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = className;
  made.append(text);
  return made;
}

function toldCard(line, card, at) {
  const who = names[(names.indexOf(line.player) + at) % names.length];
  const name = card === "?" ? words.unknown : taps.get(card).getAttribute("aria-label");
  const made = button(line.kind === "trick" ? `${who} ` : "", "told-card");
  if (card === "?") made.append("?");
  else for (const part of taps.get(card).children) made.append(part.cloneNode(true));
  made.setAttribute("aria-label", line.kind === "trick" ? `${who}: ${name}` : name);
  if (line.kind !== "trick" || card === "?" || recorded) {
    made.disabled = true;
    return made;
  }
  const asked = notation.asked(who, line.n);
  made.setAttribute("aria-pressed", String(Boolean(asked)));
  if (asked) made.append(` ${words.asked}`);
  made.addEventListener("click", () => {
    if (asked) notation.remove(asked);
    else notation.lines.push({ kind: "ask", player: who, n: line.n });
    write();
  });
  return made;
}

function toldLine(line) {
  const item = document.createElement("li");
  item.className = line === lineNow() ? "now" : "";
  const about = document.createElement("div");
  about.className = "about";
  const text = say(words[line.kind], line);
  about.append(text);
  const remove = button("✕", "plain");
  remove.setAttribute("aria-label", say(words.remove, { text }));
  remove.addEventListener("click", () => {
    notation.remove(line);
    write();
  });
  about.append(remove);
  item.append(about, ...line.cards.map((card, at) => toldCard(line, card, at)));
  return item;
}

function show() {
  const line = lineNow();
  told.replaceChildren(...notation.lines.filter((one) => one.cards).map(toldLine));
  const used = mode === "trick" ? notation.used() : new Set(notation.of(mode).flatMap((one) => one.cards));
  for (const [card, tap] of taps) tap.disabled = used.has(card);
  for (const tap of tapping.querySelectorAll("[data-mode]")) {
    tap.setAttribute("aria-pressed", String(tap.dataset.mode === mode));
  }
  for (const tap of tapping.querySelectorAll("[data-memory]")) {
    tap.setAttribute("aria-pressed", String(tap.dataset.memory === memory));
  }
  const cards = line?.cards ?? [];
  const lead = line?.player ?? player.value;
  const next = names[(names.indexOf(lead) + cards.length) % names.length];
  const full = mode === "trick" && cards.length >= names.length;
  const sentence = mode !== "trick" ? turn.dataset[mode] : full ? turn.dataset.full : turn.dataset.words;
  turn.textContent = say(sentence, { player: mode === "trick" ? next : player.value });
  tapping.querySelector("[data-forgotten]").hidden = mode !== "trick";
  tapping.querySelector("[data-next]").hidden = mode !== "trick" || Number(number.value) >= hand;
}

function seated() {
  const typed = [...form.querySelectorAll('[name="player"]')];
  if (!typed.length) return names;
  const count = Number(form.querySelector('[name="players"]:checked')?.value ?? typed.length);
  const roles = JSON.parse(form.dataset.roles)[count];
  typed.forEach((one, at) => {
    one.hidden = at >= count;
    one.placeholder = roles[at] ?? "";
    one.setAttribute("aria-label", one.placeholder);
  });
  return typed.slice(0, count).map((one, at) => one.value.trim().replace(/\s+/g, " ") || roles[at]);
}

function rename() {
  const now = seated();
  for (const name of ["a", "b"]) {
    const area = form.elements[`told_${name}`];
    const before = new Notation(area.value, names, form.dataset.lang, known);
    for (const line of before.lines) {
      if (line.player) line.player = now[names.indexOf(line.player)] ?? line.player;
    }
    area.value = before.text((card) => taps.get(card).dataset.written);
  }
  names = now;
  for (const one of form.querySelectorAll("[data-seats]")) {
    const seats = JSON.parse(one.dataset.seats)[names.length] ?? [];
    if (seats.length) one.textContent = seats.map((at) => names[at] ?? "").join(", ");
  }
  read();
  choices();
  show();
}

tapping.addEventListener("click", (event) => {
  const tap = event.target.closest("button");
  if (!tap) return;
  if (tap.dataset.card) add(tap.dataset.card);
  else if ("forgotten" in tap.dataset) add("?");
  else if ("next" in tap.dataset) goTo(Number(number.value) + 1);
  else if ("back" in tap.dataset) {
    let line = lineNow();
    // A full trick has gone on to the next by itself: the last card tapped is in the one before.
    if (!line && mode === "trick" && notation.lines.includes(latest)) line = latest;
    if (line?.kind !== mode) return;
    line.cards.pop();
    if (mode === "trick") number.value = String(line.n);
    if (!line.cards.length) notation.remove(line);
    else if (mode === "trick") player.value = line.player;
    write();
  } else if (tap.dataset.mode) {
    mode = tap.dataset.mode;
    choices();
    show();
  } else if (tap.dataset.memory) {
    memory = tap.dataset.memory;
    // The other one begins where the first stands: most of a deal nobody disputes.
    if (memory === "b" && !field().value.trim()) field().value = form.elements.told_a.value;
    read();
    choices();
    show();
  }
});

number.addEventListener("change", () => (mode === "trick" ? goTo(Number(number.value)) : show()));
player.addEventListener("change", () => {
  const line = mode === "trick" ? trickNow() : null;
  if (line) {
    line.player = player.value;
    write();
  } else show();
});

form.addEventListener("change", (event) => {
  const name = event.target.name ?? "";
  if (name === "player" || name === "players") rename();
  else if (name.startsWith("who_")) tellers();
  else if (name.startsWith("told_")) {
    read();
    show();
  } else if (name === "declarer" && mode === "trick" && !trickNow()) goTo(Number(number.value));
});

function remembering() {
  const open = second.open;
  tapping.querySelector("[data-memories]").hidden = !open;
  if (!open && memory === "b") {
    memory = "a";
    read();
    choices();
    show();
  }
}

function tellers() {
  for (const tap of tapping.querySelectorAll("[data-memory]")) {
    tap.dataset.label ??= tap.textContent;
    tap.textContent = form.elements[`who_${tap.dataset.memory}`].value.trim() || tap.dataset.label;
  }
}

read();
tellers();
tapping.hidden = false;
const text = form.querySelector("[data-text]");
if (!text.querySelector("[aria-invalid]")) text.open = false;
choices();
const last = notation.of("trick").at(-1);
const whole = last && last.cards.length >= names.length && last.n < hand;
goTo(last ? last.n + (whole ? 1 : 0) : 1);
if (second) {
  second.addEventListener("toggle", remembering);
  tapping.querySelector("[data-memories]").hidden = !second.open;
}
