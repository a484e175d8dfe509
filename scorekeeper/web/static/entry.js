// The entry sheet: the price in words as soon as it is known, before anything is saved.

import { watch } from "./watch.js";

const form = document.querySelector("form.sheet");
const price = form.querySelector("[data-price]");
const stale = form.querySelector("[data-stale]");
let waiting = 0;
let running = null;

async function preview() {
  running?.abort();
  running = new AbortController();
  try {
    const answer = await fetch(form.dataset.preview, {
      method: "POST",
      body: new FormData(form),
      signal: running.signal,
    });
    if (answer.ok) price.innerHTML = await answer.text();
  } catch {
    // Another tap came in between, or there is no network: saving will tell.
  }
}

if (form.dataset.preview) {
  for (const button of form.querySelectorAll("[data-noscript]")) button.hidden = true;
  form.addEventListener("change", () => {
    clearTimeout(waiting);
    waiting = setTimeout(preview, 60);
  });
}

const body = document.body;
if (body.dataset.live && stale) {
  watch(body.dataset.live, body.dataset.revision, () => {
    stale.hidden = false;
  });
}
