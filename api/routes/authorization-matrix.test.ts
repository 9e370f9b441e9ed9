import { ENDPOINTS } from '@haat/contract/api/endpoints';
import { database } from '@haat/core/db/database';
import { dispatchesSettled } from '@haat/core/jobs/outbox';
import { tableChecksums } from '@haat/core/test/table-checksums';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiTest } from '../test/api-client.ts';
import {
  type Caller,
  type Input,
  IDENTITIES,
  type Identity,
  createFixtures,
  type AuthorizationFixtures,
} from '../test/authorization/fixtures.ts';
import { MATRIX } from '../test/authorization/matrix.ts';
import { invalidTokens } from '../test/invalid-tokens.ts';

const api = apiTest();
let world: AuthorizationFixtures;
beforeAll(async () => {
  world = await createFixtures();
});
afterAll(() => world.sandbox.stop());

/** In a new session of theirs. */
async function arrive(who: Identity): Promise<Caller> {
  const person = world.people[who === 'AN' ? 'CO' : who];
  const signedIn = await api.signIn(person);
  const hostile = await invalidTokens(signedIn);
  const bearers: Partial<Record<Identity, string | undefined>> = {
    AN: undefined,
    EX: hostile['expired'],
    GB: hostile['no algorithm'],
  };
  const bearer = who in bearers ? bearers[who] : signedIn.token;
  return { userId: person.user.id, bearer, refreshToken: signedIn.refreshToken };
}

async function statusOf(call: string, { bearer }: Caller, { path, body }: Input): Promise<number> {
  const [method = '', known = ''] = call.split(' ');
  const cancel = new AbortController();
  const { status } = await fetch(api.url + (path ?? known), {
    method,
    headers: {
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
      ...(body !== undefined && !(body instanceof FormData) && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    signal: cancel.signal,
  });
  // A stream would not end by itself.
  cancel.abort();
  return status;
}

it('has a row for every call of the contract', () => {
  const calls = Object.keys(MATRIX).map((call) => call.split(' ').slice(0, 2).join(' '));
  const promised = ENDPOINTS.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(promised.filter((call) => !calls.includes(call))).toEqual([]);
});

// The identities that each kind of access refuses for lack of rights; the others may still get 404 or 400.
const FORBIDDEN: Record<string, readonly Identity[]> = {
  user: [],
  member: ['CO', 'CX'],
  admin: ['CO', 'CX', 'VS'],
  operator: ['CO', 'CX', 'VS', 'VX', 'SA'],
};

it.each(ENDPOINTS.filter(({ access }) => access in FORBIDDEN))('$method $path is only for $access', (entry) => {
  const name = `${entry.method.toUpperCase()} ${entry.path}`;
  const rows = Object.entries(MATRIX).filter(([call]) => call === name || call.startsWith(`${name} `));
  const statuses = rows.map(([, { expected }]) => expected.split(' '));
  for (const row of statuses) {
    const of = (who: Identity) => row[IDENTITIES.indexOf(who)];
    expect((['AN', 'EX', 'GB'] as const).map(of)).toEqual(['401', '401', '401']);
    for (const who of FORBIDDEN[entry.access] ?? []) expect([who, of(who)]).toEqual([who, '403']);
  }
});

it.each(Object.entries(MATRIX))('%s', async (call, { expected, input }) => {
  const statuses: number[] = [];
  for (const who of IDENTITIES) {
    const caller = await arrive(who);
    const sent = (await input?.(world, caller)) ?? {};
    await dispatchesSettled();
    const before = await tableChecksums();
    const status = await statusOf(call, caller, sent);
    statuses.push(status);
    if (status >= 400) expect({ who, ...(await tableChecksums()) }).toEqual({ who, ...before });
  }
  expect(statuses.join(' ')).toBe(expected);
});

it('sees a row that was written', async () => {
  const before = await tableChecksums();
  await database().pool.query('UPDATE users SET name = name WHERE id = $1', [world.owner.id]);
  expect(await tableChecksums()).not.toEqual(before);
});
