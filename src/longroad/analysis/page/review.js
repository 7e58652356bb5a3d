"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const last = data.moments.length - 1;
  const byId = (id) => document.getElementById(id);
  const layer = Object.fromEntries(
    ["roads", "buildings", "robber", "marks"].map((name) => [name, document.querySelector(`.board .${name}`)]),
  );
  const decisionAfter = new Map(data.decisions.map((one) => [one.event + 1, one]));
  let now = 0;
  let lesson = null; // while better moves are searched for: the decisions, which one, what was picked

  // -- small helpers

  const element = (name, attributes = {}, ...content) => {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (key === "class") made.className = value;
      else if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
      else made.setAttribute(key, value);
    }
    made.append(...content);
    return made;
  };
  const shape = (name, attributes, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const percent = (share) =>
    share > 0 && share < 0.005 ? "<1%" : share < 1 && share > 0.995 ? ">99%" : `${Math.round(100 * share)}%`;
  const latest = (rows, event) => {
    let found = rows[0];
    for (const row of rows) {
      if (row[0] > event) break;
      found = row;
    }
    return found;
  };
  const upper = (text) => text.charAt(0).toUpperCase() + text.slice(1);

  // -- the board

  const use = (id, x, y, turn = 0) =>
    shape("use", { href: `#${data.prefix}${id}`, transform: `translate(${x} ${y}) rotate(${turn})` });

  const named = (made, words) => {
    const group = shape("g", {});
    group.append(shape("title", {}, words), made);
    return group;
  };

  const showBoard = (event) => {
    const standing = new Map();
    const roads = [];
    for (const [since, kind, player, place] of data.pieces) {
      if (since > event) continue;
      if (kind === "road") roads.push([player, place]);
      else if (kind === "city" || !standing.has(place)) standing.set(place, [kind, player]);
    }
    layer.roads.replaceChildren(
      ...roads.map(([player, path]) => named(use(`road${player}`, ...data.places.paths[path]), `road of ${data.names[player]}`)),
    );
    layer.buildings.replaceChildren(
      ...[...standing].map(([place, [kind, player]]) =>
        named(use(`${kind}${player}`, ...data.places.intersections[place]), `${kind} of ${data.names[player]}`),
      ),
    );
    const [x, y] = data.places.robber[latest(data.robber, event)[1]];
    layer.robber.replaceChildren(named(use("robber", x, y), "the robber"));
  };

  // Where a move is made on the board, if it is.
  const placeOf = (notation) => {
    const found = /^(settle|city|road|robber) ([neh])(\d+)/.exec(notation);
    return found && { kind: found[2], number: Number(found[3]) };
  };

  const outline = (place, look) => {
    if (place.kind === "e") {
      const [x, y, turn] = data.places.paths[place.number];
      const box = { x: -30, y: -9, width: 60, height: 18, rx: 9, transform: `translate(${x} ${y}) rotate(${turn})` };
      return [shape("rect", { ...box, class: "mark-halo" }), shape("rect", { ...box, class: `mark ${look}` })];
    }
    const [x, y] = place.kind === "n" ? data.places.intersections[place.number] : data.places.hexes[place.number];
    const circle = { cx: x, cy: y, r: place.kind === "n" ? 22 : 44 };
    return [shape("circle", { ...circle, class: "mark-halo" }), shape("circle", { ...circle, class: `mark ${look}` })];
  };

  const letterAt = (place, letter) => {
    const at = { e: data.places.paths, n: data.places.intersections, h: data.places.hexes }[place.kind][place.number];
    return [
      shape("circle", { cx: at[0], cy: at[1], r: 13, class: "mark-plate" }),
      shape("text", { x: at[0], y: at[1] + 6.5, class: "mark-letter" }, letter),
    ];
  };

  const mark = (marks) => {
    layer.marks.replaceChildren(
      ...marks.flatMap(([notation, look, letter]) => {
        const place = placeOf(notation);
        if (!place) return [];
        return [...outline(place, look), ...(letter ? letterAt(place, letter) : [])];
      }),
    );
  };

  // -- the players

  const chips = (counts, kinds, more) =>
    counts.flatMap((count, kind) => (count ? [more(count, kind, kinds[kind])] : []));

  const held = (row, player, hidden) => {
    const [, hand, cards, knights, road] = row;
    const table = latest(data.table, now);
    const own = hidden === null || hidden === player;
    const size = hand.reduce((a, b) => a + b, 0);
    const shown = own || data.openHands;
    const found = shown
      ? chips(hand, data.resources, (count, kind, [name, color]) =>
          element("span", { class: "chip", style: `background:${color}` }, `${count} ${name}`))
      : size ? [element("span", { class: "chip none" }, `${size} cards`)] : [];
    if (!size) found.push(element("span", { class: "chip none" }, "no cards"));
    const drawn = cards.reduce((a, b) => a + b, 0);
    if (own) {
      found.push(...chips(cards, data.cards, (count, kind, [name]) =>
        element("span", { class: "chip card" }, count > 1 ? `${count} ${name}` : name)));
    } else if (drawn) {
      found.push(element("span", { class: "chip card" }, `${drawn} hidden`));
    }
    found.push(element("span", { class: `chip ${table[4] === player ? "honour" : "none"}` },
      table[4] === player ? `largest army ${knights}` : `knights ${knights}`));
    found.push(element("span", { class: `chip ${table[3] === player ? "honour" : "none"}` },
      table[3] === player ? `longest road ${road}` : `road ${road}`));
    return found;
  };

  const showSeats = (event, hidden) => {
    const [, , shares] = data.moments[event];
    const current = latest(data.table, event)[1];
    byId("seats").replaceChildren(
      ...data.names.map((name, player) => {
        const row = latest(data.players[player], event);
        const points = hidden === null || hidden === player ? row[5] : row[6];
        return element(
          "div",
          { class: `seat${player === current ? " current" : ""}`, style: `border-left-color:${data.colors[player][0]}` },
          element("div", { class: "top" },
            element("span", { class: "who" }, upper(name)),
            element("span", { class: "score" }, points === 1 ? "1 point" : `${points} points`),
            element("span", { class: "chance" }, hidden === null ? percent(shares[player]) : "")),
          ...(hidden === null
            ? [element("div", { class: "bar", "aria-hidden": "true" }, element("span", { style: `width:${100 * shares[player]}%` }))]
            : []),
          element("div", { class: "held" }, ...held(row, player, hidden)),
        );
      }),
    );
  };

  // -- one moment

  const showDecision = (one) => {
    const box = byId("decision");
    if (!one) {
      box.replaceChildren();
      mark([]);
      return;
    }
    const best = one.moves[0];
    const rows = one.moves.map((move) => {
      const [notation, text, share, loss] = move;
      const classes = [move === best ? "best" : "", notation === one.played ? "played" : ""].join(" ");
      return element("tr", { class: classes },
        element("td", {}, move === best ? "★" : notation === one.played ? "●" : ""),
        element("td", {}, upper(text), " ", element("code", {}, notation)),
        element("td", { class: "number" }, percent(share)),
        element("td", { class: "number" }, loss ? `−${percent(loss)}` : ""));
    });
    box.replaceChildren(
      element("p", {}, element("span", { class: `badge ${one.grade}` }, one.grade), " ", one.comment),
      element("div", { class: "scroll" }, element("table", {}, element("tbody", {}, ...rows))),
    );
    mark([[best[0], "best"], ...(one.played === best[0] ? [] : [[one.played, "played"]])]);
  };

  const show = (event) => {
    now = Math.min(Math.max(event, 0), last);
    lesson = null;
    const [turn, text] = data.moments[now];
    byId("turn").textContent = `Turn ${turn}, event ${now} of ${last}:`;
    byId("event").textContent = `${upper(text)}.`;
    const slider = byId("slider");
    slider.value = String(now);
    slider.setAttribute("aria-valuetext", `event ${now} of ${last}: ${text}`);
    byId("cursor").style.left = `${last ? (100 * now) / last : 0}%`;
    showBoard(now);
    showSeats(now, null);
    showDecision(decisionAfter.get(now));
  };

  // -- learn from mistakes: the position again, what its player could see, and moves to pick from

  const shuffled = (moves, seed) => {
    const list = moves.slice();
    let state = seed * 2654435761 + 1;
    for (let i = list.length - 1; i > 0; i--) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const other = state % (i + 1);
      [list[i], list[other]] = [list[other], list[i]];
    }
    return list;
  };
  const wasBad = (one, player) => one.player === player && ["mistake", "blunder"].includes(one.grade);
  const wasInexact = (one, player) => one.player === player && one.grade === "inaccuracy";

  const startLesson = (player) => {
    let questions = data.decisions.filter((one) => wasBad(one, player));
    if (!questions.length) questions = data.decisions.filter((one) => wasInexact(one, player));
    lesson = { player, questions, number: 0, right: 0, picked: null };
    showLesson();
    document.querySelector(".stage").scrollIntoView({ block: "start" });
  };

  const showLesson = () => {
    const box = byId("decision");
    const { questions, number, player } = lesson;
    const leave = element("button", { type: "button", onclick: () => show(now) }, "Leave");
    if (number >= questions.length) {
      mark([]);
      const words = questions.length
        ? `${lesson.right} of ${questions.length} found.`
        : `${upper(data.names[player])} made no decision that was worse than good.`;
      box.replaceChildren(element("p", {}, words), element("p", { class: "row" }, leave));
      leave.focus();
      return;
    }
    const one = questions[number];
    now = one.event;
    byId("slider").value = String(now);
    byId("cursor").style.left = `${last ? (100 * now) / last : 0}%`;
    byId("turn").textContent = `Turn ${data.moments[now][0]}:`;
    byId("event").textContent = `${upper(data.names[player])} is to decide.`;
    showBoard(now);
    showSeats(now, player);
    const options = shuffled(one.moves, one.event);
    const letters = "ABCDEFGH";
    mark(options.map(([notation], place) => [notation, "option", letters[place]]));
    const picked = lesson.picked;
    const buttons = options.map(([notation, text, share, loss, reason], place) => {
      const button = element("button", { type: "button", onclick: () => pick(notation) },
        element("span", { class: "letter" }, letters[place]), upper(text), " ", element("code", {}, notation));
      if (picked !== null) {
        button.disabled = true;
        const said = [percent(share)];
        if (notation === one.moves[0][0]) said.push("best");
        if (notation === one.played) said.push("played");
        button.append(element("br"), element("small", {}, said.join(", ") + (reason ? `: ${reason}.` : ".")));
        if (isRight(loss)) button.classList.add("right");
        else if (notation === picked || notation === one.played) button.classList.add("wrong");
      }
      return element("li", {}, button);
    });
    const heading = `${number + 1} of ${questions.length}: ${data.names[player]} lost ${percent(one.loss)} here. Find a better move.`;
    const onwards = element("button", { type: "button", class: "strong", onclick: next }, number + 1 < questions.length ? "Next" : "Done");
    const content = [element("p", {}, element("b", {}, heading)), element("ul", { class: "options" }, ...buttons)];
    if (picked !== null) {
      const loss = one.moves.find(([notation]) => notation === picked)[3];
      const verdict = isRight(loss) ? "Right." : `That loses ${percent(loss)}.`;
      content.push(element("p", {}, element("b", {}, verdict), ` ${one.comment}`));
    }
    content.push(element("p", { class: "row" }, ...(picked === null ? [] : [onwards]), leave));
    box.replaceChildren(...content);
    (picked === null ? buttons[0].firstChild : onwards).focus({ preventScroll: true });
  };

  const isRight = (loss) => loss < 0.02;
  const pick = (notation) => {
    const one = lesson.questions[lesson.number];
    lesson.picked = notation;
    lesson.right += isRight(one.moves.find((move) => move[0] === notation)[3]) ? 1 : 0;
    showLesson();
  };
  const next = () => {
    lesson.number += 1;
    lesson.picked = null;
    showLesson();
  };

  // -- keys and clicks

  const listed = () =>
    [...document.querySelectorAll("#list li:not([hidden]) button")].map((button) => Number(button.dataset.event));
  const jump = (step) => {
    const events = listed();
    const found = step > 0 ? events.find((event) => event > now) : events.reverse().find((event) => event < now);
    if (found !== undefined) show(found);
  };

  byId("slider").addEventListener("input", (event) => show(Number(event.target.value)));
  byId("first").addEventListener("click", () => show(0));
  byId("back").addEventListener("click", () => show(now - 1));
  byId("forth").addEventListener("click", () => show(now + 1));
  byId("last").addEventListener("click", () => show(last));
  for (const button of document.querySelectorAll("button[data-event]")) {
    button.addEventListener("click", (event) => {
      event.stopPropagation();
      show(Number(button.dataset.event));
      document.querySelector(".stage").scrollIntoView({ block: "start" });
    });
  }
  byId("chart").addEventListener("click", (event) => {
    const box = byId("chart").getBoundingClientRect();
    show(Math.round(((event.clientX - box.left) / box.width) * last));
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && lesson) return show(now);
    if (lesson || event.target.closest("select")) return;
    const slides = event.target.id === "slider"; // moves by itself with arrows, Home and End
    const actions = {
      ArrowLeft: () => show(now - 1), ArrowRight: () => show(now + 1), Home: () => show(0), End: () => show(last),
    };
    if (!slides && actions[event.key]) {
      event.preventDefault();
      actions[event.key]();
    } else if (event.key === "n") jump(1);
    else if (event.key === "p") jump(-1);
  });
  const order = ["inaccuracy", "mistake", "blunder"];
  const filter = () => {
    for (const item of document.querySelectorAll("#list li")) {
      const whose = byId("whose").value;
      item.hidden = (whose !== "" && item.dataset.player !== whose) ||
        order.indexOf(item.dataset.grade) < order.indexOf(byId("which").value);
    }
  };
  for (const id of ["whose", "which"]) byId(id)?.addEventListener("change", filter);
  byId("learn")?.addEventListener("click", () => startLesson(Number(byId("learner").value)));
  show(0);
})();
