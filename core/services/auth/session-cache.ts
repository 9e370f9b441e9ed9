import type { Bus } from '../../bus/bus.ts';
import type { Session } from './session.ts';

/** How long a session is used before it is read again. A lost signal delays the end of a session by this at most. */
const MAX_AGE_MS = 30_000;
const MAX_SESSIONS = 20_000;

type Cached = { session: Session; readAt: number };

/**
 * The sessions that requests came with lately, so that a request does not read its session from the database. Every change of a
 * session, of its user's role or of its shop is signaled, and drops it in every process within milliseconds. Not kept: the sessions of
 * shared devices and of helping operators, whose rights end by time; and none at all while this process receives no signals.
 */
export class SessionCache {
  readonly #cached = new Map<string, Cached>();
  #bus: Pick<Bus, 'isConnected'> | undefined;
  #drops = 0;

  /** Begins to keep sessions. Returns the function that ends it. */
  watch(bus: Pick<Bus, 'subscribe' | 'onReconnect' | 'isConnected'>): () => void {
    const unsubscribe = bus.subscribe((signal) => {
      if (signal.type === 'session') this.drop(signal.sessionId);
      else if (signal.type === 'shop-sessions') this.dropOfShop(signal.shopId);
    });
    const unfollow = bus.onReconnect(() => this.#clear());
    this.#bus = bus;
    return () => {
      unsubscribe();
      unfollow();
      this.#bus = undefined;
      this.#clear();
    };
  }

  /** The session of that id, from memory or by `read`. */
  async find(sessionId: string, read: (id: string) => Promise<Session | undefined>): Promise<Session | undefined> {
    if (!this.#bus?.isConnected()) return read(sessionId);
    const cached = this.#cached.get(sessionId);
    if (cached && performance.now() - cached.readAt < MAX_AGE_MS) return cached.session;
    const [drops, readAt] = [this.#drops, performance.now()];
    const session = await read(sessionId);
    // What was signaled in the meantime may not be in what was read.
    if (session && !session.isShared && !session.isHelping && drops === this.#drops) this.#keep(session, readAt);
    else this.#cached.delete(sessionId);
    return session;
  }

  drop(sessionId: string): void {
    this.#drops += 1;
    this.#cached.delete(sessionId);
  }

  dropOfShop(shopId: number): void {
    this.#drops += 1;
    for (const [id, { session }] of this.#cached) if (session.shopId === shopId) this.#cached.delete(id);
  }

  #keep(session: Session, readAt: number): void {
    this.#cached.delete(session.sessionId);
    this.#cached.set(session.sessionId, { session, readAt });
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > MAX_SESSIONS && oldest !== undefined) this.#cached.delete(oldest);
  }

  #clear(): void {
    this.#drops += 1;
    this.#cached.clear();
  }
}

/** Of this process. */
export const sessionCache = new SessionCache();
