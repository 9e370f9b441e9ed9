// Whether the program of this container is ready, for a healthcheck in an image that has no curl.
const { METRICS_PORT, PORT = '8080' } = process.env;

const isReady = await fetch(`http://127.0.0.1:${METRICS_PORT || PORT}/ready`, {
  signal: AbortSignal.timeout(4_000),
}).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
