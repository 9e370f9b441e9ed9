import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '../errors.ts';

type Work<Result> = () => Promise<Result>;

/** In whose name a request runs: an account, and the shop of which it is a member. */
type Sender = { userId: number; shopId?: number | undefined };

const storage = new AsyncLocalStorage<Sender>();

/** Runs a request in the name of its sender, if it is logged in: accounts and shops take turns in queues. */
export const inTurnsOf = <Result>(sender: Sender | undefined, work: () => Result): Result =>
  sender === undefined ? storage.exit(work) : storage.run(sender, work);

type Queue = {
  /** The most pieces of work that run at the same time. */
  atOnce: number;
  /** The most that wait for one account; for all members of a shop, twice as many. */
  waiting: number;
};

type Piece = { owners: string[]; start: () => void };

/**
 * A queue for work that takes much time or memory, in which accounts and shops take turns: each waits for at most one piece of
 * work of every other account and shop, however many they sent. An account shares one turn among all its shops, a shop among all
 * its members. Work beyond the limit of waiting pieces is refused before it starts. Guests share one turn, without a limit.
 * Throws DomainError `rate_limited`.
 */
export function turnQueue({ atOnce, waiting: most }: Queue): <Result>(work: Work<Result>) => Promise<Result> {
  const waiting = new Set<Piece>();
  const turns = new Turns();
  let running = 0;

  const countOf = (owner: string): number => [...waiting].filter(({ owners }) => owners.includes(owner)).length;

  return async (work) => {
    const sender = storage.getStore();
    const owners = ownersOf(sender);
    if (running < atOnce) {
      running += 1;
      turns.join(owners);
    } else {
      const [account = '', shop] = owners;
      if (sender && (countOf(account) >= most || (shop && countOf(shop) >= 2 * most))) throw tooMany();
      turns.join(owners);
      await new Promise<void>((start) => waiting.add({ owners, start }));
    }
    try {
      return await work();
    } finally {
      turns.leave(owners);
      // A finished piece passes its slot on, so that new work cannot overtake what waits.
      const next = turns.first(waiting);
      if (next) {
        waiting.delete(next);
        next.start();
      } else running -= 1;
    }
  };
}

function ownersOf(sender: Sender | undefined): string[] {
  if (!sender) return ['guests'];
  const { userId, shopId } = sender;
  return shopId === undefined ? [`account ${userId}`] : [`account ${userId}`, `shop ${shopId}`];
}

/** Decides whose turn it is: remembers when each owner with queued work came or was last served. */
class Turns {
  readonly #since = new Map<string, { at: number; pieces: number }>();
  #now = 0;

  join(owners: string[]): void {
    for (const owner of owners) {
      const known = this.#since.get(owner);
      if (known) known.pieces += 1;
      else this.#since.set(owner, { at: (this.#now += 1), pieces: 1 });
    }
  }

  /** A piece of theirs is done: they come last. */
  leave(owners: string[]): void {
    this.#now += 1;
    for (const owner of owners) {
      const known = this.#since.get(owner);
      if (!known) continue;
      known.at = this.#now;
      known.pieces -= 1;
      if (known.pieces === 0) this.#since.delete(owner);
    }
  }

  /** The piece whose account and shop were served longest ago. Within a shop, the account that has waited longest comes first. */
  first(waiting: Iterable<Piece>): Piece | undefined {
    const ranked = [...waiting].map((piece) => {
      const ats = piece.owners.map((owner) => this.#since.get(owner)?.at ?? 0);
      return { piece, last: Math.max(...ats), sum: ats.reduce((sum, at) => sum + at, 0) };
    });
    return ranked.toSorted((a, b) => a.last - b.last || a.sum - b.sum)[0]?.piece;
  }
}

const RETRY_SECONDS = 5;

const tooMany = (): DomainError =>
  new DomainError('rate_limited', 'Several of your files are still being read. Please try again in a few seconds.', {
    retry_after: RETRY_SECONDS,
  });
