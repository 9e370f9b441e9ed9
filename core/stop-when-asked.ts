import { env } from './env.ts';
import { log } from './log.ts';

/** For closing queues, bus and pools, on top of what the settings allow for the work under way. */
const CLOSE_WITHIN_MS = 4_000;
/** A terminal gives its Ctrl-C to everybody in it, and who started us may pass on the same one. */
const SAME_WISH_MS = 500;

/**
 * Ends this process by `stop` when it is asked to: by SIGTERM, by SIGINT, or by the end of a parent that holds a channel to
 * it. The exit code is 0 when it stopped in order, 1 when a second signal or the time limit ended it by force.
 */
export function stopWhenAsked(stop: () => Promise<void>): void {
  let askedAt: number | undefined;
  const ask = (): void => {
    if (askedAt !== undefined) return;
    askedAt = performance.now();
    log.info('Asked to stop');
    const withinMs = (env.DRAIN_SECONDS + env.STOP_SECONDS) * 1_000 + CLOSE_WITHIN_MS;
    setTimeout(() => giveUp('It took too long to stop'), withinMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => giveUp('It could not stop in order', error),
    );
  };
  const hear = (): void => {
    if (askedAt !== undefined && performance.now() - askedAt > SAME_WISH_MS) giveUp('Asked a second time');
    ask();
  };
  process.on('SIGTERM', hear);
  process.on('SIGINT', hear);
  // The channel to a parent closes when the parent dies, however it dies.
  process.once('disconnect', ask);
}

function giveUp(why: string, error?: unknown): void {
  log.error({ error: error instanceof Error ? error.message : undefined }, `${why}: ending by force`);
  process.exit(1);
}
