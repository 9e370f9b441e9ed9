import { env } from './env.ts';
import { log } from './log.ts';

/** For closing queues, bus and pool, in addition to the time that settings allow for work in progress. */
const CLOSE_TIMEOUT_MS = 4_000;
/** Ctrl-C reaches every process of a terminal, and a parent may pass the same signal on. */
const SAME_REQUEST_MS = 500;

/**
 * Ends this process by `stop` on SIGTERM, on SIGINT, or when a parent that holds a channel to it exits. The exit code is 0 after
 * an orderly stop, 1 when a second signal or the time limit forced the exit.
 */
export function stopOnSignal(stop: () => Promise<void>): void {
  let askedAt: number | undefined;
  const begin = (): void => {
    if (askedAt !== undefined) return;
    askedAt = performance.now();
    log.info('Shutting down');
    const timeoutMs = (env.DRAIN_SECONDS + env.STOP_SECONDS) * 1_000 + CLOSE_TIMEOUT_MS;
    setTimeout(() => forceExit('Shutdown timed out'), timeoutMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => forceExit('Shutdown failed', error),
    );
  };
  const onSignal = (): void => {
    if (askedAt !== undefined && performance.now() - askedAt > SAME_REQUEST_MS) forceExit('Second signal');
    begin();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  // The channel to a parent closes when the parent exits, however it exits.
  process.once('disconnect', begin);
}

function forceExit(why: string, error?: unknown): void {
  log.error({ error: error instanceof Error ? error.message : undefined }, `${why}: forcing exit`);
  process.exit(1);
}
