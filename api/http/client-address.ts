import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import { env } from '@haat/core/env';

/**
 * The address that limits are counted by: of IPv6 its network, because one customer has 2^64 addresses. Give it
 * `ctx.ip`, which looks at X-Forwarded-For only as far as TRUSTED_PROXIES says.
 */
export function clientAddress(ip: string): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '');
  return isIPv6(address) ? `${networkOf(address)}/64` : address;
}

/** The same of a request that no route handles: the address that our own proxies report. */
export function senderAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = [headers['x-forwarded-for'] ?? []]
    .flat()
    .join(',')
    .split(',')
    .map((ip) => ip.trim());
  const [ip] = env.TRUSTED_PROXIES > 0 ? forwarded.filter(Boolean).slice(-env.TRUSTED_PROXIES) : [];
  return clientAddress(ip ?? socket.remoteAddress ?? '');
}

function networkOf(address: string): string {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros =
    tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0');
  const groups = [...left, ...zeros, ...right].slice(0, 4);
  return groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':');
}
