// Loaded into each server program before its own code: when the launcher is gone, kill -9 included, the channel to it
// closes, and the program must not stay behind holding the port.
const TIMEOUT_MS = 5000;

process.once('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
  setTimeout(() => process.exit(1), TIMEOUT_MS).unref();
});
process.channel?.unref();
