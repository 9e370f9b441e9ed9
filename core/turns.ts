import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from './errors.ts';

type Work<Result> = () => Promise<Result>;

const storage = new AsyncLocalStorage<string>();

/** Runs a request in the name of an account: in queues, accounts take turns. */
export const inTurnsOf = <Result>(userId: number | undefined, work: () => Result): Result =>
  userId === undefined ? storage.exit(work) : storage.run(String(userId), work);

type Queue = {
  /** The most pieces of work that run at the same time. */
  atOnce: number;
  /** The most that wait for one account. */
  waiting: number;
};

/**
 * A queue for work that takes much time or memory, in which accounts take turns: the work of one account waits for at most one
 * piece of each other account, however many those have sent. More work of an account than may wait is refused, before
 * anything of it is done. Guests share one turn, without a limit. Throws DomainError `rate_limited`.
 */
export function turnQueue({ atOnce, waiting: most }: Queue): <Result>(work: Work<Result>) => Promise<Result> {
  const waiting = new Map<string | undefined, (() => void)[]>();
  let running = 0;

  const moveToEnd = (owner: string | undefined, queue: (() => void)[]): void => {
    waiting.delete(owner);
    if (queue.length > 0) waiting.set(owner, queue);
  };

  /** The first in the queue of the account that has waited longest; the one that was just served comes last. */
  function next(served: string | undefined): (() => void) | undefined {
    moveToEnd(served, waiting.get(served) ?? []);
    const [turn] = waiting;
    if (!turn) return undefined;
    const [owner, [first, ...rest]] = turn;
    moveToEnd(owner, rest);
    return first;
  }

  return async (work) => {
    const owner = storage.getStore();
    if (running < atOnce) running += 1;
    else {
      const queue = waiting.get(owner) ?? [];
      if (owner !== undefined && queue.length >= most) throw tooMany();
      await new Promise<void>((resolve) => waiting.set(owner, [...queue, resolve]));
    }
    try {
      return await work();
    } finally {
      // A finished piece passes its slot on, so that new work cannot overtake what waits.
      const start = next(owner);
      if (start) start();
      else running -= 1;
    }
  };
}

const RETRY_SECONDS = 5;

const tooMany = (): DomainError =>
  new DomainError('rate_limited', 'Several of your files are still being read. Please try again in a few seconds.', {
    retry_after: RETRY_SECONDS,
  });
