// The description of the API: what is linked to is opened, and the search answers while typing.

function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target) return;
  for (let part = target; part; part = part.parentElement) {
    if (part instanceof HTMLDetailsElement) part.open = true;
    part.hidden = false;
  }
  target.scrollIntoView();
}

function search(word) {
  let found = 0;
  for (const group of document.querySelectorAll(".group")) {
    const entries = [...group.querySelectorAll(".entry")];
    for (const entry of entries) {
      entry.hidden = !entry.textContent.toLowerCase().includes(word);
    }
    const left = entries.filter((entry) => !entry.hidden).length;
    group.open = word !== "" && left > 0;
    group.hidden = entries.length > 0 && left === 0;
    found += left;
  }
  const nav = document.querySelector("nav");
  if (nav) nav.hidden = word !== "";
  document.getElementById("count").textContent = `${found} operations and schemas`;
}

const input = document.getElementById("q");
input.addEventListener("input", () => search(input.value.trim().toLowerCase()));
window.addEventListener("hashchange", openTarget);
openTarget();
