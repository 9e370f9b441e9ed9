import { createHmac, hkdfSync } from 'node:crypto';
import type { Contact } from '@haat/contract/accounts/contact';
import type { PoolClient } from 'pg';
import { one, run, sql } from '../db/database.ts';
import { env } from '../ops/env.ts';

/**
 * Where a request comes from. `address`: its network address as limits count it (an IPv4 address or an IPv6 /64), `userAgent`:
 * the header.
 */
export type Origin = { address: string; userAgent: string };

/** The form in which a network address is stored and logged: a keyed hash, because a plain hash of IPv4 can be reversed. */
export const networkHash = (address: string): string => keyedHash(`network:${address}`);

/** The form in which a contact is logged: it groups the lines about one, and cannot be reversed without the key. */
export const contactHash = ({ email, mobile }: Contact): string =>
  keyedHash(email === undefined ? `mobile:${mobile}` : `email:${email}`).slice(0, 12);

const key = Buffer.from(hkdfSync('sha256', env.JWT_SECRET, '', 'networks and devices', 32));

const keyedHash = (text: string): string => createHmac('sha256', key).update(text).digest('base64url');

/**
 * Whether the account of that contact has logged in from the same part of a provider's network in the last 90 days. False for
 * a contact without an account.
 */
export async function isKnownNetwork({ email, mobile, address }: Contact & { address: string }): Promise<boolean> {
  return (await run(KNOWN_NETWORK, { email, mobile, networkHash: networkHash(providerNetwork(address)) })) > 0;
}

/** A contact as parameters of a statement; the other one is NULL, which equals nothing. */
export type ContactParams = { email: string | undefined; mobile: string | undefined };

const KNOWN_NETWORK = sql<ContactParams & { networkHash: string }>(
  `SELECT FROM known_devices d JOIN users u ON u.id = d.user_id
   WHERE (u.email = :email OR u.login_mobile = :mobile) AND d.network_hash = :networkHash AND d.seen_at > now() - interval '90 days' LIMIT 1`,
);

type SignIn = { userId: number; origin: Origin };

/**
 * Records the device of a login, in its transaction. Returns the name of the device when it is new: the account has logged in
 * before, but not in the last 90 days with the same browser and operating system from the same part of a provider's network. A
 * narrower definition would report most logins of phones, whose addresses change daily.
 */
export async function rememberDevice(client: PoolClient, { userId, origin }: SignIn): Promise<string | undefined> {
  const device = deviceName(origin.userAgent);
  const network = providerNetwork(origin.address);
  const deviceHash = keyedHash(`device:${device}:${network}`);
  const row = await one(REMEMBER, { userId, deviceHash, networkHash: networkHash(network) }, client);
  return row?.isNew ? device : undefined;
}

// `is_known` is NULL for an account without a recorded login, which needs no warning.
const REMEMBER = sql<{ userId: number; deviceHash: string; networkHash: string }, { isNew: boolean }>(
  `WITH before AS (
     SELECT bool_or(device_hash = :deviceHash AND seen_at > now() - interval '90 days') AS is_known
     FROM known_devices WHERE user_id = :userId
   ), seen AS (
     INSERT INTO known_devices (user_id, device_hash, network_hash) VALUES (:userId, :deviceHash, :networkHash)
     ON CONFLICT (user_id, device_hash, network_hash) DO UPDATE SET seen_at = now()
   )
   SELECT is_known IS FALSE AS is_new FROM before`,
);

/** The part of a provider's network: the first half of an IPv4 address, the first 32 bits of IPv6. */
export const providerNetwork = (address: string): string =>
  address.includes(':') ? address.split(':').slice(0, 2).join(':') : address.split('.').slice(0, 2).join('.');

// Most browsers name several in their header: the first match counts.
const BROWSERS: [string, RegExp][] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];
const SYSTEMS: [string, RegExp][] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Browser and operating system of a User-Agent header, without versions: "Chrome on Android". */
export function deviceName(userAgent: string): string {
  const nameIn = (names: [string, RegExp][]) => names.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return `${nameIn(BROWSERS) ?? 'an unknown browser'} on ${nameIn(SYSTEMS) ?? 'an unknown system'}`;
}
