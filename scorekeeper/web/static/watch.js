// Ask a table's revision once a second while the page is seen; tell when it has changed.

const PERIOD = 1000;

export function watch(address, known, changed) {
  let revision = known;
  let timer = 0;
  let asking = false;

  async function ask() {
    if (asking || document.hidden) return;
    asking = true;
    try {
      const answer = await fetch(address, {
        headers: { "If-None-Match": `"${revision}"` },
        cache: "no-store",
      });
      if (answer.status === 200) {
        const now = (await answer.text()).trim();
        if (now !== revision && (await changed(now)) !== false) revision = now;
      }
    } catch {
      // No network for a moment: the next question will tell.
    }
    asking = false;
  }

  function beat() {
    clearInterval(timer);
    timer = 0;
    if (document.hidden) return;
    ask();
    timer = setInterval(ask, PERIOD);
  }

  document.addEventListener("visibilitychange", beat);
  window.addEventListener("online", ask);
  window.addEventListener("pageshow", beat);
  beat();
}
