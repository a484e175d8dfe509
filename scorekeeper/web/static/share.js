// The result for the group chat: by the phone's own sharing, or into the clipboard.

for (const button of document.querySelectorAll("[data-share]")) {
  const source = document.getElementById(button.dataset.share);
  button.hidden = !navigator.share;
  button.addEventListener("click", () => {
    navigator.share({ text: source.textContent }).catch(() => {});
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  const source = document.getElementById(button.dataset.copy);
  const label = button.textContent;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.textContent);
    } catch {
      const range = document.createRange();
      range.selectNodeContents(source);
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      document.execCommand("copy");
    }
    button.textContent = button.dataset.done;
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}
