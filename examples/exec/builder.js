// The same bot in JavaScript (Node.js, no packages):
//
//   longroad match "exec:node examples/exec/builder.js" random --games 20
//
// Needs: Node.js. Prints one line of JSON per decision, which the match reads.
const readline = require("readline");

let state = 1;
// A small generator, so that the seed of a game decides what is drawn.
function below(n) {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state % n;
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const message = JSON.parse(line);
  if (message.type === "begin") {
    state = message.seed % 4294967296 >>> 0;
  } else if (message.type === "choose") {
    let actions = message.actions;
    for (const kind of ["city", "settle", "buy card"]) {
      const wanted = actions.filter((action) => action.startsWith(kind));
      if (wanted.length > 0) {
        actions = wanted;
        break;
      }
    }
    process.stdout.write(JSON.stringify({ action: actions[below(actions.length)] }) + "\n");
  }
});
