import { createShop } from '@haat/core/test/factories';
import { clearLimits } from '@haat/core/test/limits';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiTest } from '../test/api-client.ts';
import { clientAddress, senderAddress } from './input.ts';

// One proxy of ours adds the address it saw at the end of the header.
vi.hoisted(() => {
  process.env.TRUSTED_PROXIES = '1';
  process.env.OTP_PER_IP_PER_HOUR = '2';
  process.env.CORS_ORIGINS = 'https://shop.example, https://other.example:8443';
});

const api = apiTest();
let slug: string;
beforeAll(async () => {
  slug = (await createShop()).slug;
});
beforeEach(() => clearLimits());

let made = 0;
async function statusFrom(forwardedFor: string): Promise<number> {
  const body = { email: `guest-${(made += 1)}@haat.example`, shop_slug: slug };
  const { status } = await api.as().post('/api/auth/send-token', {
    body,
    headers: { 'x-forwarded-for': forwardedFor, 'x-forwarded-host': 'evil.example' },
  });
  return status;
}

describe('limits by address', () => {
  it('count what our proxy saw, not what the sender wrote before it', async () => {
    expect(await statusFrom('1.1.1.1, 203.0.113.9')).toBe(200);
    expect(await statusFrom('2.2.2.2, 203.0.113.9')).toBe(200);
    expect(await statusFrom('3.3.3.3, 203.0.113.9')).toBe(429);
    expect(await statusFrom('3.3.3.3, 203.0.113.10')).toBe(200);
  });

  it('count a network of IPv6 as one', async () => {
    expect(await statusFrom('2001:db8:1:2::1')).toBe(200);
    expect(await statusFrom('2001:db8:1:2:ffff::2')).toBe(200);
    expect(await statusFrom('2001:0db8:0001:0002:1:2:3:4')).toBe(429);
    expect(await statusFrom('2001:db8:1:3::1')).toBe(200);
  });
});

it.each([
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['203.0.113.9', '203.0.113.9'],
  ['::1', '0:0:0:0/64'],
  ['2001:db8::7', '2001:db8:0:0/64'],
  ['fe80::1%eth0', 'fe80:0:0:0/64'],
])('%s is counted as %s', (ip, key) => expect(clientAddress(ip)).toBe(key));

describe('pages of other origins', () => {
  const METHODS = ['DELETE', 'GET', 'PATCH', 'POST', 'PUT'];
  const preflight = (origin: string) =>
    api.as().request('OPTIONS', '/api/orders', {
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });

  it.each(['https://shop.example', 'https://other.example:8443'])('%s may call', async (origin) => {
    const { status, headers } = await preflight(origin);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, origin]);
    expect(headers.get('access-control-allow-headers')).toContain('Authorization');
    expect(headers.get('access-control-allow-methods')?.split(',').toSorted()).toEqual(METHODS);
    const answer = await api.as().get('/api/users/me', { headers: { origin } });
    expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([401, origin]);
  });

  it.each([
    'https://evil.example',
    'null',
    'http://shop.example',
    'https://shop.example:444',
    'https://shop.example.evil.example',
    'https://evilshop.example',
  ])('%s may not', async (origin) => {
    const asked = await preflight(origin);
    const called = await api.as().get('/api/users/me', { headers: { origin } });
    for (const { headers } of [asked, called]) {
      expect(headers.get('access-control-allow-origin')).toBeNull();
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toContain('Origin');
    }
  });
});

it('a connection that no route answers counts for the address that our proxy saw, too', () => {
  const from = (forwarded?: string) =>
    senderAddress({ headers: { 'x-forwarded-for': forwarded }, socket: { remoteAddress: '::ffff:10.0.0.1' } } as never);
  expect(from('6.6.6.6, 203.0.113.7')).toBe('203.0.113.7');
  expect(from('2001:db8:1:2:3::9')).toBe('2001:db8:1:2/64');
  expect(from()).toBe('10.0.0.1');
});
