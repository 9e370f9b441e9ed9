import { type Endpoint, isOfAccount, needsPerson } from '@haat/contract/endpoint';
import { ENDPOINTS } from '@haat/contract/endpoints';
import { isPermission } from '@haat/contract/accounts/shop-roles';
import { database } from '@haat/core/db/database';
import { dispatchesSettled } from '@haat/core/queue/outbox';
import { createMember } from '@haat/core/test/factories';
import { givePin, shareDevice, TEST_PIN } from '@haat/core/test/shared-device';
import { tableChecksums } from '@haat/core/test/table-checksums';
import { clearLimits } from '@haat/core/test/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Answer, apiTest } from '../test/api-client.ts';
import { type AuthorizationFixtures, createFixtures, IDENTITIES } from '../test/authorization/fixtures.ts';
import { MATRIX } from '../test/authorization/matrix.ts';

const api = apiTest();
let world: AuthorizationFixtures;
let tablet: { id: number };
let person: { id: number };

beforeAll(async () => {
  world = await createFixtures();
  // The account of the device has fewer rights than the person who works on it.
  tablet = await createMember({ shop: world.shop });
  person = await createMember({ shop: world.shop, role: 'admin' });
  await givePin({ user: person, shop: world.shop });
});
afterAll(() => world.sandbox.stop());

/** The shared device, in a new session: another call may have ended the one before. */
async function openDevice() {
  const { shop } = world;
  const device = await api.signIn({ user: tablet, shop });
  await shareDevice({ sessionId: device.sessionId, shop });
  return device;
}

async function enter(device: Awaited<ReturnType<typeof openDevice>>): Promise<void> {
  await clearLimits();
  const body = { user_id: person.id, pin: TEST_PIN };
  expect((await api.as(device).post('/api/shared-device/person', { body })).status).toBe(200);
}

const rowsOf = (isMeant: (endpoint: Endpoint) => boolean) =>
  ENDPOINTS.filter((endpoint: Endpoint) => isMeant(endpoint)).flatMap(({ method, path }) =>
    Object.entries(MATRIX)
      .filter(([call]) => call.split(' ').slice(0, 2).join(' ') === `${method.toUpperCase()} ${path}`)
      .map(([call, row]) => ({ call, ...row })),
  );

const NEED_PERSON = rowsOf(needsPerson);
const OF_USER = rowsOf(isOfAccount);

const isChange = ({ method, access, isReadOnly }: Endpoint) => isPermission(access) && method !== 'get' && !isReadOnly;
const CHANGES = rowsOf((endpoint) => isChange(endpoint) && needsPerson(endpoint)).filter(
  // The first call needs a member who is working already; the PIN of the second call belongs to another member.
  ({ call }) => call !== 'POST /api/shared-device/use' && !call.startsWith('PUT /api/users/me/pin'),
);

type Row = (typeof NEED_PERSON)[number];

async function make({ call, input }: Row, device: Awaited<ReturnType<typeof openDevice>>): Promise<Answer> {
  const caller = { userId: person.id, bearer: device.token, refreshToken: device.refreshToken };
  const { path, body } = (await input?.(world, caller)) ?? {};
  const [method = '', known = ''] = call.split(' ');
  await dispatchesSettled();
  before = await tableChecksums();
  return api.as(device).request(method, path ?? known, { body });
}

let before: Awaited<ReturnType<typeof tableChecksums>>;

it.each(NEED_PERSON)('on a locked device, $call is refused and changes nothing', async (row) => {
  const device = await openDevice();
  const answer = await make(row, device);
  expect([answer.status, answer.body?.code]).toEqual([409, 'pin_required']);
  expect(await tableChecksums()).toEqual(before);
});

it.each(OF_USER)('on a shared device, $call is refused, also while a member acts', async (row) => {
  const device = await openDevice();
  for (const isActing of [false, true]) {
    if (isActing) await enter(device);
    const answer = await make(row, device);
    expect([answer.status, answer.body?.code]).toEqual([403, 'shared_device']);
    expect(await tableChecksums()).toEqual(before);
  }
});

it('refuses what takes over the account, reads it or acts as a customer', () => {
  const calls = ENDPOINTS.filter(isOfAccount).map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(calls).toEqual(
    expect.arrayContaining([
      'POST /api/users/send-email-code',
      'POST /api/users/confirm-mobile',
      'GET /api/users/me/export',
      'POST /api/users/delete-account',
      'DELETE /api/users/me/sessions',
      'GET /api/address',
      'POST /api/auth/shop',
      'POST /api/orders',
    ]),
  );
});

/** Where the account of a device is stored: it is logged in, its requests are recognized by their keys, and it is notified. */
const OF_ACCOUNT = [
  'sessions.user_id',
  'shop_members.user_id',
  'order_requests.user_id',
  'order_actions.user_id',
  'product_requests.user_id',
  'bulk_changes.user_id',
  'order_problem_notices.user_id',
];

/** Every column that refers to a user and contains this one. */
async function columnsWith({ id }: { id: number }): Promise<string[]> {
  const { rows } = await database().pool.query<{ table: string; column: string }>(`
    SELECT c.conrelid::regclass::text AS table, a.attname AS column
    FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass AND c.conparentid = 0`);
  const found: string[] = [];
  for (const { table, column } of rows) {
    const { rowCount } = await database().pool.query(`SELECT FROM ${table} WHERE ${column} = $1 LIMIT 1`, [id]);
    if (rowCount) found.push(`${table}.${column}`);
  }
  return found;
}

it.each(CHANGES)('while a member acts, $call is allowed as far as their role, and recorded as theirs', async (row) => {
  const device = await openDevice();
  await enter(device);
  const { status } = await make(row, device);
  const ofAdmin = row.expected.split(' ')[IDENTITIES.indexOf('SA')];
  expect(String(status)).toBe(ofAdmin);
  expect((await columnsWith(tablet)).filter((column) => !OF_ACCOUNT.includes(column))).toEqual([]);
});

it('has recorded the member who acted in every kind of record', async () => {
  expect(await columnsWith(person)).toEqual(
    expect.arrayContaining([
      'activity_log.actor_id',
      'order_events.actor_id',
      'order_acknowledgements.user_id',
      'stock_ledger.actor_id',
      'stock_takes.started_by',
      'purchases.created_by',
      'cash_closes.actor_id',
      'imports.actor_id',
    ]),
  );
});
