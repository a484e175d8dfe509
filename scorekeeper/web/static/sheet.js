// Says while a sheet is typed what is missing until plus and minus are even.
const form = document.querySelector("[data-sheet]");
const sum = form?.querySelector(".sheet-sum");

function cents(field) {
  const found = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*(?:€|eur|euro)?\s*$/i.exec(field.value);
  return found ? Number(found[1]) * 100 + Number((found[2] || "0").padEnd(2, "0")) : 0;
}

function total(name) {
  return [...form.querySelectorAll(`[name="${name}"]`)].reduce((all, one) => all + cents(one), 0);
}

function show() {
  const plus = total("plus");
  const missing = total("minus") - plus - Number(form.dataset.sheet);
  const amount = new Intl.NumberFormat(document.documentElement.lang, {
    style: "currency",
    currency: "EUR",
    signDisplay: "exceptZero",
  })
    .format(missing / 100)
    .replace("-", "\u2212");
  sum.hidden = !plus && !missing;
  sum.textContent = missing ? sum.dataset.missing.replace("#", amount) : sum.dataset.even;
}

if (form && sum) {
  form.addEventListener("input", () => {
    form.querySelector("[data-said]")?.remove();
    show();
  });
  if (!form.querySelector("[data-said]")) show();
}
