import type { Access } from '@haat/contract/endpoint';
import { ENDPOINTS } from '@haat/contract/endpoints';
import { isPermission, permits, type ShopRole } from '@haat/contract/accounts/shop-roles';
import { database } from '@haat/core/db/database';
import { dispatchesSettled } from '@haat/core/queue/outbox';
import { tableChecksums } from '@haat/core/test/table-checksums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiTest, type SignedIn } from '../test/api-client.ts';
import {
  type Caller,
  type Input,
  IDENTITIES,
  type Identity,
  createFixtures,
  type AuthorizationFixtures,
} from '../test/authorization/fixtures.ts';
import { amountsIn } from '../test/authorization/amounts.ts';
import { MATRIX } from '../test/authorization/matrix.ts';
import { invalidTokens } from '../test/invalid-tokens.ts';

const api = apiTest();
let world: AuthorizationFixtures;
beforeAll(async () => {
  world = await createFixtures();
});
afterAll(() => world.sandbox.stop());

/** In a new session of that identity. */
async function arrive(who: Identity): Promise<Caller> {
  const person = world.people[who === 'AN' ? 'CO' : who];
  const signedIn = await api.signIn(person);
  return { userId: person.user.id, bearer: await bearerOf(who, signedIn), refreshToken: signedIn.refreshToken };
}

async function bearerOf(who: Identity, signedIn: SignedIn): Promise<string | undefined> {
  if (who === 'AN') return undefined;
  if (who === 'EX') return (await invalidTokens(signedIn))['expired'];
  if (who === 'GB') return (await invalidTokens(signedIn))['no algorithm'];
  return signedIn.token;
}

type Answer = { status: number; text: string };

async function send(call: string, { bearer }: Caller, { path, body }: Input): Promise<Answer> {
  const [method = '', known = ''] = call.split(' ');
  const cancel = new AbortController();
  const answer = await fetch(api.url + (path ?? known), {
    method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    signal: cancel.signal,
  });
  // A stream would not end automatically.
  const isStream = answer.headers.get('content-type')?.startsWith('text/event-stream');
  const text = isStream ? '' : await answer.text();
  cancel.abort();
  return { status: answer.status, text };
}

it('has a row for every call of the contract', () => {
  const calls = Object.keys(MATRIX).map((call) => call.split(' ').slice(0, 2).join(' '));
  const promised = ENDPOINTS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(promised.filter((call) => !calls.includes(call))).toEqual([]);
});

const ROLES: Partial<Record<Identity, ShopRole>> = { VS: 'vendor', SA: 'admin', HE: 'helper', RI: 'rider' };

/** The identities that this access refuses for lack of permissions; the others may still get 404 or 400. */
function refusedBy(access: Access): Identity[] {
  if (access === 'operator') return ['CO', 'CX', 'VS', 'VX', 'SA', 'HE', 'RI'];
  if (!isPermission(access)) return [];
  const members = IDENTITIES.filter((who) => who in ROLES && !permits(ROLES[who], access));
  return ['CO', 'CX', ...members];
}

const GUARDED = ENDPOINTS.filter(({ access }) => access === 'user' || access === 'operator' || isPermission(access));

it.each(GUARDED)('$method $path is only for $access', (entry) => {
  const name = `${entry.method.toUpperCase()} ${entry.path}`;
  const rows = Object.entries(MATRIX).filter(([call]) => call === name || call.startsWith(`${name} `));
  const statuses = rows.map(([, { expected }]) => expected.split(' '));
  for (const row of statuses) {
    const of = (who: Identity) => row[IDENTITIES.indexOf(who)];
    expect((['AN', 'EX', 'GB'] as const).map(of)).toEqual(['401', '401', '401']);
    for (const who of refusedBy(entry.access)) expect([who, of(who)]).toEqual([who, '403']);
  }
});

/** Whether the call is one of a shop's back office. */
function isOfShop(name: string): boolean {
  const [method = '', path = ''] = name.split(' ');
  return ENDPOINTS.some(
    (entry) => entry.method.toUpperCase() === method && entry.path === path && isPermission(entry.access),
  );
}

type Asked = { who: Identity; caller: Caller; sent: Input };
type Group = { isRefused: boolean; identities: Identity[] };

/**
 * The identities in their order: one at a time where the call is accepted, since it may change what the next one finds, and all
 * together that are refused one after the other, since none of them may change anything.
 */
function groupsOf(expected: readonly string[]): Group[] {
  const groups: Group[] = [];
  for (const [at, who] of IDENTITIES.entries()) {
    const isRefused = Number(expected[at]) >= 400;
    const last = groups.at(-1);
    if (isRefused && last?.isRefused) last.identities.push(who);
    else groups.push({ isRefused, identities: [who] });
  }
  return groups;
}

it.each(Object.entries(MATRIX))('%s', async (call, { expected, input }) => {
  const ask = async (who: Identity): Promise<Asked> => {
    const caller = await arrive(who);
    return { who, caller, sent: (await input?.(world, caller)) ?? {} };
  };
  const statuses: number[] = [];
  for (const group of groupsOf(expected.split(' '))) {
    const asked: Asked[] = [];
    for (const who of group.identities) asked.push(await ask(who));
    const before = group.isRefused ? await settledChecksums() : undefined;
    for (const { who, caller, sent } of asked) {
      const { status, text } = await send(call, caller, sent);
      statuses.push(status);
      if (status < 300 && isOfShop(call) && (who === 'HE' || who === 'RI'))
        expect({ who, amounts: amountsIn(text) }).toEqual({ who, amounts: [] });
    }
    if (before) expect({ group, tables: await tableChecksums() }).toEqual({ group, tables: before });
  }
  expect(statuses.join(' ')).toBe(expected);
});

async function settledChecksums() {
  await dispatchesSettled();
  return tableChecksums();
}

it('sees an amount in an answer', () => {
  const order = { id: 5, to_collect: 40, items: [{ quantity: 2, price: 20, value: null }], note: '₹ 5 back' };
  expect(amountsIn(JSON.stringify(order))).toEqual(['₹', 'price: 20']);
  expect(amountsIn('')).toEqual([]);
});

it('sees a row that was written', async () => {
  const before = await tableChecksums();
  await database().pool.query('UPDATE users SET name = name WHERE id = $1', [world.owner.id]);
  expect(await tableChecksums()).not.toEqual(before);
});
