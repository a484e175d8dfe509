// The entry sheet: the price in words as soon as it is known, before anything is saved.

import { watch } from "./watch.js";

const form = document.querySelector("form.sheet");
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
    if (answer.ok) form.querySelector("[data-price]").innerHTML = await answer.text();
  } catch {
    // Another tap came in between, or there is no network: saving will tell.
  }
}

const asked = () => new URLSearchParams(new FormData(form)).toString();

// Who plays goes by who dealt: the sheet is laid out anew, with all that is tapped so far.
async function seats(field) {
  const { id } = field;
  const sent = asked();
  const body = new FormData(form);
  body.set("do", "seats");
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (asked() !== sent) {
      await seats(field);
      return;
    }
    const open = [...form.querySelectorAll("details")].map((one) => one.open);
    form.replaceChildren(...fresh.querySelector("form.sheet").childNodes);
    [...form.querySelectorAll("details")].forEach((one, i) => (one.open = open[i] ?? one.open));
    form.querySelector(`[id="${id}"]`).focus();
    if (form.dataset.preview) {
      scripted();
      await preview();
    }
  } catch {
    // No network: the next step lays the sheet out anew.
  }
}

function scripted() {
  for (const button of form.querySelectorAll("[data-noscript]")) button.hidden = true;
}

if (form.dataset.preview) scripted();
form.addEventListener("change", (event) => {
  clearTimeout(waiting);
  if (event.target.closest("[data-seats]")) seats(event.target);
  else if (form.dataset.preview) waiting = setTimeout(preview, 60);
});

const body = document.body;
if (body.dataset.live && form.querySelector("[data-stale]")) {
  watch(body.dataset.live, body.dataset.revision, () => {
    form.querySelector("[data-stale]").hidden = false;
  });
}
