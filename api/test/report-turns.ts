// Preloaded into a program: reports, at SIGUSR2, the longest turn of its event loop since the report before, as a line of
// JSON. A turn is measured in CPU time of the thread, so that other processes on the machine do not lengthen it.
const EVERY_MS = 5;

let longestMs = 0;
let before = process.threadCpuUsage();

function endTurn(): void {
  const used = process.threadCpuUsage(before);
  before = process.threadCpuUsage();
  longestMs = Math.max(longestMs, (used.user + used.system) / 1_000);
}

setInterval(endTurn, EVERY_MS).unref();

process.on('SIGUSR2', () => {
  endTurn();
  process.stdout.write(`${JSON.stringify({ longestTurnMs: longestMs })}\n`);
  longestMs = 0;
});
