import { setTimeout as sleep } from 'node:timers/promises';

/** What `work` answers, or an error with the words of `late` when it takes longer than `ms`. The work itself goes on. */
export async function inTime<Answer>(work: Promise<Answer>, ms: number, late: string): Promise<Answer> {
  const cancel = new AbortController();
  const tooLate = sleep(ms, undefined, { signal: cancel.signal, ref: false }).then(() => {
    throw new Error(late);
  });
  // Whoever comes second has nobody to tell.
  work.catch(() => {});
  tooLate.catch(() => {});
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    cancel.abort();
  }
}
