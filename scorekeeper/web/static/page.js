// On every page: a form that is on its way is not sent again, an open menu closes on a tap beside it.

document.documentElement.classList.add("scripted");

for (const form of document.querySelectorAll("form[data-once]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = "yes";
    event.submitter?.setAttribute("aria-busy", "true");
  });
}

// Coming back by the browser's own button shows the page as it was left: it may be sent again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
  for (const button of document.querySelectorAll("[aria-busy]")) button.removeAttribute("aria-busy");
});

const menu = document.querySelector("details.menu");
if (menu) {
  document.addEventListener("click", (event) => {
    if (menu.open && !menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && menu.open) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });
}

// Another language shows the page anew: what was typed on it is put back.
const KEPT = "typed before the language changed";
const fields = () =>
  [...document.querySelectorAll("main input, main select, main textarea")].filter((field) => field.type !== "hidden");

document.querySelector("form[action$='/language']")?.addEventListener("submit", () => {
  const typed = fields().map((field) => [field.name, field.value, field.checked]);
  sessionStorage.setItem(KEPT, JSON.stringify([location.pathname, typed]));
});

const kept = sessionStorage.getItem(KEPT);
if (kept) {
  sessionStorage.removeItem(KEPT);
  const [path, typed] = JSON.parse(kept);
  const now = fields();
  const same = path === location.pathname && now.length === typed.length;
  for (const [i, [name, value, checked]] of same ? typed.entries() : []) {
    const field = now[i];
    if (field.name !== name) continue;
    if (field.type === "radio" || field.type === "checkbox") field.checked = field.value === value && checked;
    else field.value = value;
  }
  if (same) now.filter((field) => field.checked).forEach((field) => field.dispatchEvent(new Event("change", { bubbles: true })));
}
