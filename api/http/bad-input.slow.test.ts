import { ENDPOINTS } from '@haat/contract/endpoints';
import { createMember, createShop } from '@haat/core/test/factories';
import { startPayments } from '@haat/core/test/payments';
import { clearLimits } from '@haat/core/test/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';
import { formOf } from '../test/form.ts';
import { apiTest, type Answer, type SignedIn } from '../test/api-client.ts';

const NASTY = [
  '',
  ' ',
  '0',
  '-1',
  '1.5',
  '1e9',
  'NaN',
  'Infinity',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999999999',
  '0x10',
  '١',
  'null',
  'undefined',
  'true',
  '[]',
  '{}',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\u202e',
  '\r\nX-Injected: 1',
  "' OR 1=1 --",
  "'; DROP TABLE users; --",
  '$1',
  '%',
  '../../etc/passwd',
  '__proto__',
  '<script>alert(1)</script>',
  '${7*7}',
  'x'.repeat(2000),
];

const api = apiTest();
let sandbox: Sandbox;
let vendor: SignedIn;
beforeAll(async () => {
  sandbox = await startPayments();
  const shop = await createShop();
  vendor = await api.signIn({ user: await createMember({ shop }), shop });
});
afterAll(() => sandbox.stop());

const calls = ENDPOINTS.filter(({ path }) => !path.endsWith('/logout')).map((endpoint) => ({
  ...endpoint,
  method: endpoint.method.toUpperCase(),
}));

const failuresOf = async (asks: AsyncIterable<{ what: unknown; answer: Answer }>): Promise<string[]> => {
  const failures: string[] = [];
  for await (const { what, answer } of asks) {
    const { status, body, text } = answer;
    const isFailure = status >= 500 || (status >= 400 && typeof body?.code !== 'string');
    if (isFailure) failures.push(`${JSON.stringify(what)}: ${status} ${text}`);
    await clearLimits();
  }
  return failures;
};

it.each(calls)('$method $path never fails over what stands in its path, query or body', async (call) => {
  const { method, path, body, form, query } = call;
  async function* asks() {
    for (const nasty of NASTY) {
      // In every parameter of a request line, which has at most 16 kB.
      const text = encodeURIComponent(nasty.toWellFormed().slice(0, 1000));
      const search = namesIn(query).map((name) => `${name}=${text}`);
      const sent = form ? formOf(fill(form.fields, nasty)) : method === 'GET' ? undefined : fill(body, nasty);
      const url = `${path.replaceAll(/:\w+/g, text)}?${search.join('&')}`;
      yield { what: nasty, answer: await api.as(vendor).request(method, url, { body: sent }) };
    }
  }
  expect(await failuresOf(asks())).toEqual([]);
});

const writing = calls.filter(({ method }) => method !== 'GET');

it.each(writing)('$method $path never fails over a body of another shape', async ({ method, path, body }) => {
  async function* asks() {
    const url = path.replaceAll(/:\w+/g, '1');
    for (const value of [null, 0, -1, 1e308, true, [], {}, [[]], { id: {} }, { toString: 1 }]) {
      yield { what: value, answer: await api.as(vendor).request(method, url, { body: fill(body, value) }) };
      yield { what: [value], answer: await api.as(vendor).request(method, url, { body: [value] }) };
    }
  }
  expect(await failuresOf(asks())).toEqual([]);
});

const fill = <Value>(schema: unknown, value: Value): Record<string, Value> =>
  Object.fromEntries(namesIn(schema).map((name) => [name, value]));

function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('shape' in schema) return Object.keys(schema.shape as object);
  const inner = 'unwrap' in schema && typeof schema.unwrap === 'function' ? schema.unwrap() : undefined;
  return namesIn(inner);
}
