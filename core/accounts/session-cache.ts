import type { Bus } from '../live/bus.ts';
import type { Session } from './session.ts';

/** How long a session is used before it is read again. A lost signal delays the end of a session by this at most. */
const MAX_AGE_MS = 30_000;
const MAX_SESSIONS = 20_000;

type Key = { sessionId: string; shopId: number | undefined };
type Read = (sessionId: string) => Promise<Session | undefined>;
type Cached = { session: Session; readAt: number };

/**
 * Recently used sessions, so that not every request reads its session from the database. Each change of a session, its user's
 * role or its shop in the product is signaled and removes it here, in every process. Not cached: sessions of shared devices and
 * of helping operators, whose rights expire without a signal. Caches nothing while the bus is known to be disconnected. A
 * session may be used for half a minute after it has expired.
 */
export class SessionCache {
  readonly #cached = new Map<string, Cached>();
  #bus: Pick<Bus, 'isConnected'> | undefined;
  #drops = 0;

  /** Starts caching. Returns the function that stops it. */
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

  /** The session of that id, from memory if it is one of that shop, else by `read`. */
  async find({ sessionId, shopId }: Key, read: Read): Promise<Session | undefined> {
    if (!this.#bus?.isConnected()) {
      this.#clear();
      return read(sessionId);
    }
    const cached = this.#cached.get(sessionId);
    const isRecent = cached && performance.now() - cached.readAt < MAX_AGE_MS;
    if (isRecent && cached.session.shopId === shopId) return cached.session;
    const [drops, readAt] = [this.#drops, performance.now()];
    const session = await read(sessionId);
    // A change signaled during the read may be missing from the result.
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
    this.#cached.set(session.sessionId, { session: Object.freeze(session), readAt });
    const [oldest] = this.#cached.keys();
    if (this.#cached.size > MAX_SESSIONS && oldest !== undefined) this.#cached.delete(oldest);
  }

  #clear(): void {
    this.#drops += 1;
    this.#cached.clear();
  }
}

/** The cache of this process. */
export const sessionCache = new SessionCache();
