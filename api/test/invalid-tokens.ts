import { createHmac } from 'node:crypto';
import { env } from '@haat/core/ops/env';
import { signToken } from '@haat/core/accounts/session';
import { decodeToken } from '@haat/contract/accounts/decode-token';
import type { SignedIn } from './api-client.ts';

type Json = Record<string, unknown>;

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function signed(header: Json, payload: Json, { secret = env.JWT_SECRET, hash = 'sha256' } = {}): string {
  const content = `${encode(header)}.${encode(payload)}`;
  return `${content}.${createHmac(hash, secret).update(content).digest('base64url')}`;
}

/** Every text that must not pass for the access token of the session, by the name of its defect. */
export async function invalidTokens({ token, refreshToken }: SignedIn): Promise<Record<string, string>> {
  const header = { alg: 'HS256', typ: 'at+jwt' };
  const payload: Json = decodeToken(token);
  const ownKey = 'a key that the sender brought along with it';
  const now = Math.floor(Date.now() / 1000);
  const [first = '', second = '', third = ''] = token.split('.');
  const without = (claim: string): Json =>
    Object.fromEntries(Object.entries(payload).filter(([name]) => name !== claim));
  return {
    'no algorithm': `${encode({ ...header, alg: 'none' })}.${second}.`,
    'no algorithm, spelled oddly': `${encode({ ...header, alg: 'nOnE' })}.${second}.`,
    'another algorithm': signed({ ...header, alg: 'HS384' }, payload, { hash: 'sha384' }),
    'the algorithm of a key pair': signed({ ...header, alg: 'RS256' }, payload),
    'another secret': signed(header, payload, { secret: 'x'.repeat(40) }),
    'an empty secret': signed(header, payload, { secret: '' }),
    'a changed payload': `${first}.${encode({ ...payload, sub: '1', role: 'vendor' })}.${third}`,
    'no signature': `${first}.${second}.`,
    'another audience': signed(header, { ...payload, aud: 'elsewhere' }),
    'another issuer': signed(header, { ...payload, iss: 'elsewhere' }),
    'another type': signed({ ...header, typ: 'JWT' }, payload),
    'a token for another use': await signToken({
      claims: { sid: payload.sid },
      subject: String(payload.sub),
      type: 'stream+jwt',
      seconds: 60,
    }),
    expired: signed(header, { ...payload, exp: now - 60 }),
    'no expiry': signed(header, without('exp')),
    'an expiry in words': signed(header, { ...payload, exp: String(now + 900) }),
    'not valid yet': signed(header, { ...payload, nbf: now + 600 }),
    'no session': signed(header, without('sid')),
    'a session that is none': signed(header, { ...payload, sid: '00000000-0000-4000-8000-000000000000' }),
    'a session in a bad form': signed(header, { ...payload, sid: "' OR 1=1 --" }),
    'a session that is a number': signed(header, { ...payload, sid: 1 }),
    'a critical extension': signed({ ...header, crit: ['exp'] }, payload),
    'a key of its own': signed(
      { ...header, jwk: { kty: 'oct', k: Buffer.from(ownKey).toString('base64url') }, kid: '../../dev/null' },
      payload,
      { secret: ownKey },
    ),
    'the refresh token': refreshToken,
    'two parts': `${first}.${second}`,
    'four parts': `${token}.${third}`,
    'eight kilobytes': signed(header, { ...payload, more: 'x'.repeat(8000) }),
    'a payload that is no JSON': `${first}.${Buffer.from('{').toString('base64url')}.${third}`,
    'a word': 'garbage',
    dots: '..',
  };
}
