// The first page: Enter goes from name to name instead of beginning the night.

const names = [...document.querySelectorAll('input[name="name"]')];
names.forEach((field, i) => {
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && names[i + 1] && field.value.trim()) {
      event.preventDefault();
      names[i + 1].focus();
    }
  });
});
