import { createHash, createSecretKey, hash, type KeyObject, randomBytes } from 'node:crypto';
import { errors, jwtVerify, SignJWT } from 'jose';
import type { TokenClaims } from '@haat/contract/rules/decode-token';
import { env } from '../../env.ts';

/** How long an access token is valid. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;

const ISSUER = 'haat';
const AUDIENCE = 'haat-api';
const ACCESS_TYPE = 'at+jwt';
const MAX_TOKEN_LENGTH = 4096;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const keyOf = (secret: string): KeyObject => createSecretKey(Buffer.from(secret));
const signingKey = keyOf(env.JWT_SECRET);

// Tokens of the previous secret still verify, so that changing the secret signs nobody out.
const verifyingKeys = [signingKey, ...(env.JWT_SECRET_PREVIOUS ? [keyOf(env.JWT_SECRET_PREVIOUS)] : [])];

type Verified = { sessionId: string; expiresAt: number };

/**
 * The session ids of tokens whose signature was verified, each until its token expires (`expiresAt` in seconds since 1970).
 * At most `max` tokens; the oldest are dropped first. It says nothing about the session, which is read with every request.
 */
export class VerifiedTokens {
  readonly #max: number;
  readonly #known = new Map<string, Verified>();

  constructor(max: number) {
    this.#max = max;
  }

  get(token: string): string | undefined {
    const key = digestOf(token);
    const verified = this.#known.get(key);
    if (!verified) return undefined;
    if (Math.floor(Date.now() / 1000) < verified.expiresAt) return verified.sessionId;
    this.#known.delete(key);
    return undefined;
  }

  set(token: string, verified: Verified): void {
    this.#known.set(digestOf(token), verified);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#max && oldest !== undefined) this.#known.delete(oldest);
  }
}

// Digests, so that a memory dump contains no usable tokens.
const digestOf = (token: string): string => hash('sha256', token, 'base64url');

// The same token comes with every request of a browser, and its signature does not change.
const verified = new VerifiedTokens(10_000);

/** The session id in one of our access tokens; undefined for any other text. */
export async function verifyAccessToken(token: string): Promise<string | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const known = verified.get(token);
  if (known !== undefined) return known;
  const found = await findClaims(token, ACCESS_TYPE);
  if (found) verified.set(token, { sessionId: found.sid, expiresAt: found.exp });
  return found?.sid;
}

const DASHBOARD_TYPE = 'queue-dashboard+jwt';

/** How long a token for the queue dashboard is valid. */
export const DASHBOARD_SECONDS = 60 * 60;

/** A token that opens the queue dashboard for an operator's browser, and nothing else. */
export const signDashboardToken = ({ userId, sessionId }: { userId: number; sessionId: string }): Promise<string> =>
  signToken({ claims: { sid: sessionId }, subject: String(userId), type: DASHBOARD_TYPE, seconds: DASHBOARD_SECONDS });

/** The session id in such a token; undefined for any other text. */
export const verifyDashboardToken = async (token: string): Promise<string | undefined> =>
  (await findClaims(token, DASHBOARD_TYPE))?.sid;

type Signing = { claims: Record<string, unknown>; subject: string; type: string; seconds: number };

/** A signed token of the given type: a token of one type is not accepted as another. */
export async function signToken({ claims, subject, type, seconds }: Signing): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256', typ: type })
    .setSubject(subject)
    .setIssuer(ISSUER)
    .setAudience(AUDIENCE)
    .setIssuedAt(now)
    .setExpirationTime(now + seconds)
    .sign(signingKey);
}

async function findClaims(token: string, type: string): Promise<TokenClaims | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  for (const key of verifyingKeys) {
    const claims = await claimsIn(token, type, key);
    if (claims) return claims;
  }
  return undefined;
}

async function claimsIn(token: string, type: string, key: KeyObject): Promise<TokenClaims | undefined> {
  try {
    const { payload } = await jwtVerify<TokenClaims>(token, key, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      typ: type,
      requiredClaims: ['sub', 'sid', 'exp', 'iat'],
    });
    return UUID.test(payload.sid) ? payload : undefined;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}

/** A refresh token: 256 random bits. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a refresh token. It cannot be guessed, so a plain hash is enough. */
export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
