// What all pages share: merging HTML, the theme, keys of seats, moving between lit spots by arrow keys.
(() => {
  "use strict";
  const FIELDS = "input, select, textarea";

  // -- merging: `from` becomes like `to`, keeping the elements that are the same

  const keyOf = (node) => (node.nodeType === 1 ? node.id || node.getAttribute("data-key") : null);

  function isSame(one, other) {
    return one.nodeType === other.nodeType && one.nodeName === other.nodeName && keyOf(one) === keyOf(other);
  }

  function mergeAttributes(from, to) {
    for (const { name } of [...from.attributes]) {
      const kept = name === "tabindex" && from.hasAttribute("data-roving");
      if (!to.hasAttribute(name) && name !== "data-roving" && !kept && !(name === "open" && from.nodeName === "DETAILS"))
        from.removeAttribute(name);
    }
    for (const { name, value } of [...to.attributes]) {
      if (name === "tabindex" && from.hasAttribute("data-roving")) continue;
      if (from.getAttribute(name) !== value) from.setAttribute(name, value);
    }
    if (from.matches(FIELDS) && from !== document.activeElement) {
      if (from.type === "checkbox" || from.type === "radio") from.checked = to.hasAttribute("checked");
      else if (from.nodeName === "INPUT" && from.value !== (to.getAttribute("value") ?? "")) from.value = to.getAttribute("value") ?? "";
    }
  }

  function merge(from, to) {
    if (from.nodeType !== 1) {
      if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
      return;
    }
    if (from.isEqualNode(to) && !from.matches(FIELDS)) return;
    mergeAttributes(from, to);
    if (from.nodeName === "TEXTAREA") {
      if (from !== document.activeElement) from.value = to.textContent;
      return;
    }
    mergeChildren(from, to);
    if (from.nodeName === "SELECT" && from !== document.activeElement) {
      const chosen = [...from.options].findIndex((option) => option.hasAttribute("selected"));
      if (chosen >= 0) from.selectedIndex = chosen;
    }
  }

  function mergeChildren(from, to) {
    const keyed = new Map();
    for (const child of from.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
    let next = from.firstChild;
    for (const wanted of [...to.childNodes]) {
      const key = keyOf(wanted);
      let found = key ? keyed.get(key) : next;
      if (!key) while (found && keyOf(found)) found = found.nextSibling;
      if (found && isSame(found, wanted)) {
        if (found !== next) from.insertBefore(found, next);
        else next = next.nextSibling;
        merge(found, wanted);
      } else {
        from.insertBefore(wanted, next);
      }
    }
    while (next) {
      const gone = next;
      next = next.nextSibling;
      from.removeChild(gone);
    }
  }

  // -- after something was shown: lists that follow, one lit spot in the order of the Tab key

  function shown(root) {
    for (const list of root.querySelectorAll("[data-follow]")) list.scrollTop = list.scrollHeight;
    const wanted = root.querySelector("[data-autofocus]:not(:disabled)");
    if (wanted && wanted.dataset.autofocus !== root.dataset.focused) wanted.focus();
    root.dataset.focused = wanted?.dataset.autofocus ?? "";
    const sheet = root.querySelector(".sheet");
    const opened = sheet?.dataset.key;
    if (root.classList.contains("area-sheet") && root.dataset.opened !== (opened ?? "")) {
      const wasOpen = root.dataset.opened;
      root.dataset.opened = opened ?? "";
      setTimeout(() => bringIntoView(sheet, wasOpen), 60); // when everything else has its place
    }
    rove(root);
    refocus();
    fillLinks(root);
    showClocks(root);
    sounds(root);
    const log = root.closest(".log");
    if (log) log.scrollTop = log.scrollHeight;
  }

  function bringIntoView(sheet, wasOpen) {
    const calm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    const behavior = calm ? "auto" : "smooth";
    if (sheet?.isConnected) sheet.scrollIntoView({ block: "nearest", behavior });
    else if (wasOpen) window.scrollTo({ top: 0, behavior });
    for (const log of document.querySelectorAll(".log")) log.scrollTop = log.scrollHeight;
  }

  function rove(root) {
    for (const group of root.querySelectorAll("[data-arrows]")) {
      const spots = [...group.querySelectorAll("[data-spot]")];
      const current = spots.find((spot) => spot === document.activeElement) ?? spots.find((spot) => spot.tabIndex === 0) ?? spots[0];
      for (const spot of spots) {
        spot.setAttribute("data-roving", "");
        spot.setAttribute("tabindex", spot === current ? "0" : "-1");
      }
    }
  }

  // what had the focus is gone: who plays by keyboard goes on at the board, or at the large button

  let byKeyboard = false;
  let hadFocus = false;
  document.addEventListener("keydown", () => (byKeyboard = true), true);
  document.addEventListener("pointerdown", () => (byKeyboard = false), true);
  document.addEventListener("focusin", () => (hadFocus = true));

  function refocus() {
    if (!byKeyboard || !hadFocus || document.activeElement !== document.body) return;
    (document.querySelector("[data-spot][tabindex='0']") ?? document.querySelector(".go:not(:disabled)"))?.focus();
  }

  function middle(element) {
    const box = element.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  }

  const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

  function toward(spot, [dx, dy]) {
    const [x, y] = middle(spot);
    let best = null;
    let least = Infinity;
    for (const other of spot.closest("[data-arrows]").querySelectorAll("[data-spot]")) {
      const [a, b] = middle(other);
      const along = (a - x) * dx + (b - y) * dy;
      const across = Math.abs((a - x) * dy + (b - y) * dx);
      if (other !== spot && along > 1 && along + 2 * across < least) {
        least = along + 2 * across;
        best = other;
      }
    }
    return best;
  }

  document.addEventListener("keydown", (event) => {
    const spot = event.target.closest?.("[data-spot]");
    if (!spot) return;
    if (event.key in ARROWS) {
      event.preventDefault();
      const next = toward(spot, ARROWS[event.key]);
      if (!next) return;
      spot.setAttribute("tabindex", "-1");
      next.setAttribute("tabindex", "0");
      next.focus();
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      spot.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
  });

  // -- shortcuts: an element with data-shortcut is pressed by its key

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.(FIELDS)) return;
    const escape = event.key === "Escape" ? document.querySelector("[data-escape]") : null;
    const named = [...document.querySelectorAll("[data-shortcut]")].filter((one) => one.dataset.shortcut === event.key);
    const target = escape ?? named.find((one) => !one.disabled && one.getClientRects().length);
    if (!target) return;
    event.preventDefault();
    target.click();
  });

  // -- the theme: as the system has it, unless somebody chose

  const THEME = "longroad.theme";
  const dark = window.matchMedia("(prefers-color-scheme: dark)");

  function theme() {
    const chosen = localStorage.getItem(THEME);
    document.documentElement.dataset.theme = chosen ?? (dark.matches ? "dark" : "light");
  }
  dark.addEventListener("change", theme);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-theme-switch]")) return;
    const next = document.documentElement.dataset.theme === "dark" ? "light" : "dark";
    if ((next === "dark") === dark.matches) localStorage.removeItem(THEME);
    else localStorage.setItem(THEME, next);
    theme();
  });
  theme();

  // -- keys of seats: kept in this browser only, by game

  const PREFIX = "longroad.game.";

  const DAYS = 30; // longer than a game in which nothing happens is kept
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(PREFIX)))
    if (kept(name.slice(PREFIX.length)).at < Date.now() - DAYS * 24 * 3600 * 1000) localStorage.removeItem(name);

  function keep(game, keys) {
    localStorage.setItem(PREFIX + game, JSON.stringify({ ...keys, at: Date.now() }));
  }

  function kept(game) {
    try {
      return JSON.parse(localStorage.getItem(PREFIX + game)) ?? {};
    } catch {
      return {};
    }
  }

  function keptGames() {
    const games = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length));
    return Object.fromEntries(games.map((game) => [game, kept(game)]));
  }

  // -- small things of the game: links of invitations, copying, clocks, sound

  function fillLinks(root) {
    for (const field of root.querySelectorAll("[data-invitation]")) field.value = `${location.origin}/join#${field.dataset.invitation}`;
    const alone = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    for (const hint of root.querySelectorAll("[data-loopback]")) hint.hidden = !alone;
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy"); // pages without TLS have no clipboard
    }
    button.textContent = "Copied";
  });

  function readable(seconds) {
    const whole = Math.max(0, Math.ceil(seconds));
    return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
  }

  const began = new WeakMap();

  function showClocks(root = document) {
    for (const clock of root.querySelectorAll("[data-clock]")) {
      const known = began.get(clock);
      const state = clock.dataset.clock + ("runs" in clock.dataset);
      if (!known || known.state !== state) began.set(clock, { state, at: performance.now() });
      const passed = "runs" in clock.dataset ? (performance.now() - began.get(clock).at) / 1000 : 0;
      const text = readable(Number(clock.dataset.clock) - passed);
      if (clock.textContent !== text) clock.textContent = text;
    }
  }
  setInterval(showClocks, 250);

  const SOUND = "longroad.sound";
  let wasYours = false;
  let audio = null;

  function beep() {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = 660;
    volume.gain.setValueAtTime(0.12, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.35);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.36);
  }

  function sounds(root) {
    for (const button of root.querySelectorAll("[data-sound]")) button.setAttribute("aria-pressed", String(localStorage.getItem(SOUND) === "on"));
    const prompt = root.querySelector(".prompt");
    if (!prompt) return;
    const yours = prompt.classList.contains("yours");
    if (yours && !wasYours && localStorage.getItem(SOUND) === "on") beep();
    wasYours = yours;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-sound]");
    if (!button) return;
    const on = localStorage.getItem(SOUND) !== "on";
    localStorage.setItem(SOUND, on ? "on" : "off");
    button.setAttribute("aria-pressed", String(on));
    if (on) beep();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "b" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.(FIELDS)) return;
    document.querySelector("[data-spot][tabindex='0']")?.focus();
  });

  window.longroad = { mergeChildren, shown, keep, kept, keptGames };
})();
