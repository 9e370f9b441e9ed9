import { hash } from 'node:crypto';

type Verified = { sessionId: string; expiresAt: number };

/**
 * The session ids of tokens whose signature was found good, each until its token expires (`expiresAt`, in s of the epoch);
 * of at most so many, of which the oldest leave first. Says nothing of the session: whether that lives is asked each time.
 */
export class VerifiedTokens {
  readonly #most: number;
  readonly #known = new Map<string, Verified>();

  constructor(most: number) {
    this.#most = most;
  }

  find(token: string): string | undefined {
    const key = keyOf(token);
    const verified = this.#known.get(key);
    if (!verified) return undefined;
    if (Math.floor(Date.now() / 1000) < verified.expiresAt) return verified.sessionId;
    this.#known.delete(key);
    return undefined;
  }

  keep(token: string, verified: Verified): void {
    this.#known.set(keyOf(token), verified);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#most && oldest !== undefined) this.#known.delete(oldest);
  }
}

// A dump of the memory shall not hold more tokens than it must.
const keyOf = (token: string): string => hash('sha256', token, 'base64url');
