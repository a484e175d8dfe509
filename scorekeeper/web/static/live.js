// The table as it stands: what others save appears by itself, and nothing else on the page moves.

import { watch } from "./watch.js";

const body = document.body;
const calm = matchMedia("(prefers-reduced-motion: reduce)");

function count(element, from, to, written) {
  if (calm.matches || from === to || !/[.,]/.test(written)) {
    element.textContent = written;
    return;
  }
  const point = written.includes(",") ? "," : ".";
  const began = performance.now();
  const step = (now) => {
    const share = Math.min(1, (now - began) / 500);
    if (share === 1) {
      element.textContent = written;
      return;
    }
    const cents = Math.round(from + (to - from) * (1 - (1 - share) ** 3));
    const size = Math.abs(cents);
    const sign = cents < 0 ? "\u2212" : cents > 0 ? "+" : "";
    element.textContent = `${sign}${Math.floor(size / 100)}${point}${String(size % 100).padStart(2, "0")}`;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function balances(root) {
  const found = new Map();
  for (const tile of root.querySelectorAll(".person")) {
    const number = tile.querySelector("[data-count]");
    found.set(tile.getAttribute("href"), number);
  }
  return found;
}

async function refresh() {
  const answer = await fetch(location.href, { cache: "no-store" });
  if (!answer.ok) return false;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  const before = new Map();
  for (const [who, number] of balances(document)) before.set(who, Number(number.dataset.count));
  const known = new Set([...document.querySelectorAll("[data-deal]")].map((d) => d.dataset.deal));
  for (const part of document.querySelectorAll("[data-swap]")) {
    const now = fresh.querySelector(`[data-swap="${part.dataset.swap}"]`);
    if (!now || part.contains(document.activeElement?.closest("form"))) continue;
    if (part.innerHTML !== now.innerHTML) part.replaceChildren(...now.childNodes);
  }
  for (const [who, number] of balances(document)) {
    if (before.has(who)) {
      count(number, before.get(who), Number(number.dataset.count), number.textContent);
    }
  }
  for (const deal of document.querySelectorAll("[data-deal]")) {
    if (!known.has(deal.dataset.deal)) deal.classList.add("changed");
  }
  body.dataset.revision = fresh.body.dataset.revision;
  return true;
}

if (body.dataset.live) watch(body.dataset.live, body.dataset.revision, refresh);
