import type { Bus } from '@haat/core/bus/bus';
import { quietErrors } from '@haat/core/jobs/quiet-errors';
import { findSessions } from '@haat/core/services/auth/find-sessions';
import { isMember, type Session } from '@haat/core/services/auth/session';

const ASK_AGAIN_EVERY_MS = 60_000;
const ASKED_AT_ONCE = 1_000;

type Watched = { session: Session; end: () => void };

const failed = quietErrors('session watch');

/**
 * Ends connections whose session was revoked or has lost its shop or its role there: at once when the bus says so, else within a minute,
 * by asking the database about all of them.
 */
export class SessionWatch {
  readonly #watched = new Map<string, Set<Watched>>();
  readonly #stops: (() => void)[];

  constructor(bus: Pick<Bus, 'subscribe' | 'onReconnect'>, askEveryMs = ASK_AGAIN_EVERY_MS) {
    const askAll = (): void => void this.#ask([...this.#watched.keys()]).catch(failed);
    const timer = setInterval(askAll, askEveryMs).unref();
    const unsubscribe = bus.subscribe((poke) => {
      if (poke.type === 'session' && this.#watched.has(poke.sessionId)) this.#ask([poke.sessionId]).catch(failed);
    });
    this.#stops = [unsubscribe, bus.onReconnect(askAll), () => clearInterval(timer)];
  }

  /** Answers how to stop watching. */
  watch(session: Session, end: () => void): () => void {
    const { sessionId } = session;
    const ofSession = this.#watched.get(sessionId) ?? new Set();
    this.#watched.set(sessionId, ofSession);
    const watched = { session, end };
    ofSession.add(watched);
    return () => {
      ofSession.delete(watched);
      if (ofSession.size === 0 && this.#watched.get(sessionId) === ofSession) this.#watched.delete(sessionId);
    };
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#watched.clear();
  }

  async #ask(ids: string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += ASKED_AT_ONCE) {
      const some = ids.slice(from, from + ASKED_AT_ONCE);
      const standing = await findSessions(some);
      for (const id of some) this.#endUnless(id, standing.get(id));
    }
  }

  #endUnless(id: string, now: Session | undefined): void {
    for (const { session, end } of this.#watched.get(id) ?? []) {
      if (!now || now.role !== session.role || isMember(now) !== isMember(session)) end();
    }
  }
}
