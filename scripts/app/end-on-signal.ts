import { Problem } from '../lib/problem.ts';
import type { Launcher } from './launcher.ts';

// One Ctrl-C can arrive twice, from the terminal and handed on by npm; only a later one is meant as a second.
const SAME_MS = 1000;

/** Ends everything in order at Ctrl-C, a termination signal, or when the process above us is gone. A second Ctrl-C forces it. */
export function endOnSignal(launcher: Launcher): void {
  let firstAt = 0;
  const onEnd = (what: string) => {
    if (!firstAt) {
      firstAt = Date.now();
      console.log('\nStopping …');
      void launcher.stop().then(() => process.exit(what === 'SIGINT' ? 130 : 0));
    } else if (Date.now() - firstAt > SAME_MS) {
      console.log('Stopping by force …');
      void launcher.kill().then(() => process.exit(130));
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => onEnd(signal));
  process.once('disconnect', () => onEnd('disconnect'));
}

/** Runs the start; when it fails, says why in words for people and ends what already runs. */
export async function startOrExplain(launcher: Launcher, start: () => Promise<void>): Promise<void> {
  try {
    await start();
  } catch (error) {
    console.error(
      `\n${error instanceof Problem ? error.message : error instanceof Error ? error.stack : String(error)}`,
    );
    await launcher.stop();
    process.exit(1);
  }
}
