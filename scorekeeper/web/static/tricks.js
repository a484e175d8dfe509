// Who takes a trick, by the cards alone: so that the next one begins with the right player.

const RANKS = ["A", "K", "O", "U", "10", "9", "8", "7"];

export function rank(card) {
  return RANKS.indexOf(card.slice(1));
}

function plain(card, led, trump) {
  if (card[0] === trump) return 200 - rank(card);
  return card[0] === led ? 100 - rank(card) : 0;
}

function watten(card, led, { trump, schlag, criticals }) {
  const critical = ["HK", "S7", "E7"].indexOf(card);
  if (criticals !== "none" && critical >= 0) return 1000 - critical;
  if (card.slice(1) === schlag) return card[0] === trump ? 900 : 800;
  return plain(card, led, trump);
}

// The place of the winning card; of cards worth the same the first one is best.
export function winner(cards, deal) {
  const led = cards[0][0];
  const worth = cards.map((card) =>
    deal.game === "watten" ? watten(card, led, deal) : plain(card, led, deal.trump),
  );
  return worth.indexOf(Math.max(...worth));
}
