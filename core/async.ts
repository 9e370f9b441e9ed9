import { setTimeout as sleep } from 'node:timers/promises';

/** The result of `work`, or an error with the text `message` when it takes longer than `ms`. The work itself continues. */
export async function withTimeout<Result>(work: Promise<Result>, ms: number, message: string): Promise<Result> {
  const cancel = new AbortController();
  const timeout = sleep(ms, undefined, { signal: cancel.signal, ref: false }).then(() => {
    throw new Error(message);
  });
  // The loser of the race may reject unobserved.
  work.catch(() => {});
  timeout.catch(() => {});
  try {
    return await Promise.race([work, timeout]);
  } finally {
    cancel.abort();
  }
}

/**
 * Turns a function that sends many items into one that sends a single item: items that arrive while a batch is being sent form
 * the next batch. Resolves or rejects with the batch that contained the item.
 */
export function batched<Item>(send: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let next: Item[] = [];
  let sending: Promise<void> = Promise.resolve();
  let queued: Promise<void> | undefined;
  return (item) => {
    next.push(item);
    queued ??= sending.then(() => {
      const items = next;
      next = [];
      queued = undefined;
      const sent = send(items);
      sending = sent.catch(() => {});
      return sent;
    });
    return queued;
  };
}

/** Delay before a reconnect, in ms: 100 ms for the first attempt (0), doubling up to 5 s, minus up to a quarter of jitter. */
export function backoff(attempt: number): number {
  const full = Math.min(100 * 2 ** attempt, 5_000);
  return full * (0.75 + Math.random() / 4);
}
