// The same bot in JavaScript (Node.js 18 or newer, no packages): it begins a game against planner, or takes the
// seat of an invitation.
//
//   longroad play --no-browser &
//   node examples/table_bot.mjs http://127.0.0.1:8642
//   node examples/table_bot.mjs http://127.0.0.1:8642 INVITATION
//
// Needs: Node.js. Prints the game in plain words as its player sees it, and in the end:
//
//   over: p1 has won, points 4 to 10
const [server, invitation = "", rules = "official"] = process.argv.slice(2);
let key = "";

// What the server answers; a problem ends the program with its sentence.
async function ask(method, path, body) {
  const headers = { "Content-Type": "application/json" };
  if (key) headers.Authorization = `Bearer ${key}`;
  const response = await fetch(`${server}/api/v1${path}`, { method, headers, body: JSON.stringify(body) });
  const told = await response.json();
  if (!response.ok) {
    console.error(`${response.status}: ${told.detail}`);
    process.exit(1);
  }
  return told;
}

// The game; `key` becomes that of our seat.
async function sitDown() {
  if (invitation) {
    const game = invitation.split(".")[0];
    ({ key } = await ask("POST", `/games/${game}/join`, { invitation, name: "Bot" }));
    return game;
  }
  const seats = [{ kind: "person", name: "Bot" }, { kind: "agent", agent: "planner" }];
  const made = await ask("POST", "/games", { seats, rules, pace: 0 });
  key = made.seats["0"];
  return made.game.id;
}

// Waits for what comes next, and tells it; the newest entry says where the game stands.
async function follow(game, standing) {
  for (;;) {
    const told = await ask("GET", `/games/${game}/events?since=${standing.number}&wait=25`);
    for (const frame of told.frames) frame.words.forEach((line) => console.log(line));
    if (told.frames.length > 0) return told.frames[told.frames.length - 1];
  }
}

// Builds if it can; your thinking goes here.
function chosen(actions) {
  for (const kind of ["city", "settle", "buy card"]) {
    const wanted = actions.filter((action) => action.kind === kind);
    if (wanted.length > 0) actions = wanted;
    if (wanted.length > 0) break;
  }
  return actions[Math.floor(Math.random() * actions.length)].text;
}

const game = await sitDown();
let standing = await ask("GET", `/games/${game}/view`);
while (standing.status !== "over") {
  if (standing.moves && standing.moves.decides) {
    const move = { action: chosen(standing.moves.actions), seen: standing.number };
    await ask("POST", `/games/${game}/act`, move);
  }
  standing = await follow(game, standing);
}
const { result } = await ask("GET", `/games/${game}`);
const winner = result.winner === null ? "nobody" : `p${result.winner}`;
console.log(`over: ${winner} has won, points ${result.points.join(" to ")}`);
