import { createHash, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { TokenClaims } from '@haat/contract/rules/decode-token';
import { errors, jwtVerify, SignJWT } from 'jose';
import { env } from '../../env.ts';
import type { Session } from './session.ts';
import { VerifiedTokens } from './verified-tokens.ts';

export const ACCESS_TOKEN_SECONDS = 15 * 60;

const ISSUER = 'haat';
const AUDIENCE = 'haat-api';
const ACCESS_TYPE = 'at+jwt';
const MAX_TOKEN_LENGTH = 4096;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const keyOf = (secret: string): KeyObject => createSecretKey(Buffer.from(secret));
const signingKey = keyOf(env.JWT_SECRET);

// The previous secret stays good for verifying, so that changing the secret signs nobody out.
const verifyingKeys = [signingKey, ...(env.JWT_SECRET_PREVIOUS ? [keyOf(env.JWT_SECRET_PREVIOUS)] : [])];

/** A three-part token of 15 minutes. Its role and shop only drive menus, so they are there for members only. Spec section 6. */
export async function signAccessToken(session: Session): Promise<string> {
  const { userId, sessionId, email, shopId, shopSlug, role, isPlatformAdmin } = session;
  const member = role && { role: 'vendor' as const };
  const claims: Omit<TokenClaims, 'sub' | 'exp'> = {
    email,
    sid: sessionId,
    shop_id: shopId,
    shop_slug: shopSlug,
    ...member,
    ...(role === 'admin' && { shop_admin: true }),
    ...(isPlatformAdmin && { operator: true }),
  };
  return signToken({ claims, subject: String(userId), type: ACCESS_TYPE, seconds: ACCESS_TOKEN_SECONDS });
}

// A customer's token comes with every call, and a signature that is good once stays good.
const verified = new VerifiedTokens(10_000);

/** The session id in an access token of ours; undefined for every other text, however hostile. */
export async function verifyAccessToken(token: string): Promise<string | undefined> {
  if (token.length > MAX_TOKEN_LENGTH) return undefined;
  const known = verified.find(token);
  if (known !== undefined) return known;
  const found = await findClaims(token, ACCESS_TYPE);
  if (found) verified.keep(token, { sessionId: found.sid, expiresAt: found.exp });
  return found?.sid;
}

const BOARD_TYPE = 'board+jwt';

/** How long somebody may look at the board of the queues before asking again. */
export const BOARD_SECONDS = 60 * 60;

/** What lets an operator's browser look at the board of the queues, and at nothing else. */
export const signBoardPass = ({ userId, sessionId }: Pick<Session, 'userId' | 'sessionId'>): Promise<string> =>
  signToken({ claims: { sid: sessionId }, subject: String(userId), type: BOARD_TYPE, seconds: BOARD_SECONDS });

/** The session id in such a pass; undefined for every other text. */
export const verifyBoardPass = async (pass: string): Promise<string | undefined> =>
  (await findClaims(pass, BOARD_TYPE))?.sid;

type Signing = { claims: Record<string, unknown>; subject: string; type: string; seconds: number };

/** A signed token of a type of its own, so that no token passes for one of another use. */
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

/** A refresh token: 256 random bits that say nothing. */
export const newRefreshToken = (): string => randomBytes(32).toString('base64url');

/** What is stored of a refresh token. It has too many bits to be guessed, so that a plain hash is enough. */
export const hashRefreshToken = (token: string): string => createHash('sha256').update(token).digest('base64url');
