// Exits with 0 if the program of this container is ready; the image has no curl.
const { METRICS_PORT, PORT = '8080' } = process.env;

const isReady = await fetch(`http://127.0.0.1:${METRICS_PORT || PORT}/ready`, {
  signal: AbortSignal.timeout(4_000),
}).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
