import type { Bus } from '@haat/core/live/bus';
import { throttledErrorLog } from '@haat/core/ops/log';
import { findSessions, type Session } from '@haat/core/accounts/session';

const CHECK_EVERY_MS = 60_000;
const CHECKED_AT_ONCE = 1_000;

type Watched = { session: Session; end: () => void };

const logFailure = throttledErrorLog('session watch');

/**
 * Ends connections whose session was revoked, switched to another shop, lost its membership or role, or is used by another member
 * on a shared device: immediately on a signal, otherwise within a minute by checking all of them in the database.
 */
export class SessionWatch {
  readonly #watched = new Map<string, Set<Watched>>();
  readonly #begun = new Set<string>();
  readonly #stops: (() => void)[];

  constructor(bus: Pick<Bus, 'subscribe' | 'onReconnect'>, checkEveryMs = CHECK_EVERY_MS) {
    const checkAll = (): void => void this.#check([...this.#watched.keys()]).catch(logFailure);
    const timer = setInterval(checkAll, checkEveryMs).unref();
    const unsubscribe = bus.subscribe((signal) => {
      if (signal.type === 'session' && this.#watched.has(signal.sessionId))
        this.#check([signal.sessionId]).catch(logFailure);
    });
    this.#stops = [unsubscribe, bus.onReconnect(checkAll), () => clearInterval(timer)];
  }

  /**
   * Returns the function that stops watching. The session is read once more: a signal between its first reading and this call had
   * no listener.
   */
  watch(session: Session, end: () => void): () => void {
    const { sessionId } = session;
    const ofSession = this.#watched.get(sessionId) ?? new Set();
    this.#watched.set(sessionId, ofSession);
    const watched = { session, end };
    ofSession.add(watched);
    this.#checkSoon(sessionId);
    return () => {
      ofSession.delete(watched);
      if (ofSession.size === 0 && this.#watched.get(sessionId) === ofSession) this.#watched.delete(sessionId);
    };
  }

  /** Reads sessions that begin at the same time together: after a restart, all of them do. */
  #checkSoon(sessionId: string): void {
    if (this.#begun.size === 0) {
      setImmediate(() => {
        const begun = [...this.#begun];
        this.#begun.clear();
        this.#check(begun.filter((id) => this.#watched.has(id))).catch(logFailure);
      });
    }
    this.#begun.add(sessionId);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    this.#watched.clear();
  }

  async #check(ids: string[]): Promise<void> {
    for (let from = 0; from < ids.length; from += CHECKED_AT_ONCE) {
      const some = ids.slice(from, from + CHECKED_AT_ONCE);
      const valid = await findSessions(some);
      for (const id of some) this.#endUnless(id, valid.get(id));
    }
  }

  #endUnless(id: string, now: Session | undefined): void {
    for (const { session, end } of this.#watched.get(id) ?? []) {
      const isOther =
        now?.shopId !== session.shopId ||
        now.role !== session.role ||
        now.actorId !== session.actorId ||
        now.isShared !== session.isShared ||
        now.isLocked !== session.isLocked;
      if (isOther || now.isPlatformAdmin !== session.isPlatformAdmin) end();
    }
  }
}
