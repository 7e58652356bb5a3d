// The review of a game in its frame: as high as it is long, in the theme of the page. And files that are brought.
(() => {
  "use strict";
  const theme = () => document.documentElement.dataset.theme;

  function open(frame) {
    frame.removeAttribute("data-opened");
    frame.dataset.opened = frame.dataset.src;
    frame.src = `${frame.dataset.src}&theme=${theme()}`;
  }

  function fit(frame) {
    const root = frame.contentDocument?.documentElement;
    if (!root) return;
    const resize = () => { frame.style.height = `${Math.ceil(root.getBoundingClientRect().height)}px`; };
    new ResizeObserver(resize).observe(root);
    resize();
    if (document.activeElement === document.body) frame.contentWindow.focus({ preventScroll: true });
  }

  document.addEventListener("load", (event) => { if (event.target.matches?.("iframe.review")) fit(event.target); }, true);
  new MutationObserver(() => {
    for (const frame of document.querySelectorAll("iframe.review[data-src]")) if (frame.dataset.opened !== frame.dataset.src) open(frame);
  }).observe(document.documentElement, { childList: true, subtree: true });
  new MutationObserver(() => {
    for (const frame of document.querySelectorAll("iframe.review[data-src]")) open(frame);
  }).observe(document.documentElement, { attributeFilter: ["data-theme"] });

  // -- files

  let file = null;

  async function bring(chosen) {
    const said = document.getElementById("upload-said");
    const which = document.getElementById("which-game");
    said.textContent = "";
    const number = document.getElementById("game-number").value;
    const query = new URLSearchParams({ name: file.name, game: number, chosen });
    let answer;
    try {
      const response = await fetch(`/review/upload?${query}`, { method: "POST", body: file });
      answer = await response.json();
    } catch {
      answer = { problem: "The table does not answer." };
    }
    if (answer.id) location.href = `/review/${answer.id}`;
    else if (answer.games) {
      document.getElementById("how-many").textContent = `Which of its ${answer.games} games`;
      document.getElementById("game-number").max = answer.games;
      which.hidden = false;
      document.getElementById("game-number").focus();
    } else said.textContent = answer.problem ?? answer.detail ?? "This file cannot be reviewed.";
  }

  function take(chosen) {
    if (!chosen) return;
    file = chosen;
    document.getElementById("which-game").hidden = true;
    document.getElementById("game-number").value = 1;
    bring(false);
  }

  document.addEventListener("change", (event) => { if (event.target.id === "upload") take(event.target.files[0]); });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "which-game") return;
    event.preventDefault();
    bring(true);
  }, true);
  for (const kind of ["dragover", "drop"])
    document.addEventListener(kind, (event) => {
      if (!event.target.closest?.("[data-drop]")) return;
      event.preventDefault();
      if (kind === "drop") take(event.dataTransfer.files[0]);
    });
})();
