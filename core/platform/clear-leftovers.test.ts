import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import { announcedOrder } from '../test/announced-order.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import { countUse } from '../rate-limit/limit.ts';
import { openSession } from '../accounts/session-lifecycle.ts';
import { advanceOrderStatus } from '../orders/life/advance-order-status.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { clearLeftovers } from './clear-leftovers.ts';

beforeAll(() => connectDatabase());
afterAll(stopServices);

const run = (text: string, values: unknown[] = []) => database().pool.query(text, values);
const countOf = async (table: string) => (await database().knex(table).count<{ count: number }[]>())[0]?.count;

it('removes one-time codes a day after they expired, and limits after their period', async () => {
  const { id } = await createShop();
  await run(
    `INSERT INTO otp_codes (email, shop_id, expires_at) VALUES
       ('old@haat.example', $1, now() - interval '25 hours'), ('new@haat.example', $1, now() - interval '1 hour')`,
    [id],
  );
  await countUse({ name: 'over', points: 1, seconds: 60 }, 'key');
  await run('UPDATE rate_limits SET expire = extract(epoch FROM now()) * 1000 - 1');
  await countUse({ name: 'running', points: 1, seconds: 60 }, 'key');

  await clearLeftovers();
  expect((await run('SELECT email FROM otp_codes')).rows).toEqual([{ email: 'new@haat.example' }]);
  const { rows } = await run('SELECT key FROM rate_limits');
  expect(rows).toEqual([{ key: expect.stringMatching(/^running/) }]);
});

it('leaves a limit to the request that holds it, and waits for none', async () => {
  await countUse({ name: 'held', points: 1, seconds: 60 }, 'key');
  await run('UPDATE rate_limits SET expire = extract(epoch FROM now()) * 1000 - 1');
  const count = async () => (await run(`SELECT FROM rate_limits WHERE key LIKE 'held%'`)).rowCount;
  const request = await database().pool.connect();
  await request.query(`BEGIN; SELECT FROM rate_limits WHERE key LIKE 'held%' FOR UPDATE`);
  await clearLeftovers();
  expect(await count()).toBe(1);
  await request.query('ROLLBACK');
  request.release();
  await clearLeftovers();
  expect(await count()).toBe(0);
});

it('removes sessions a month after they ended, with their refresh tokens, and mail caught a week ago', async () => {
  const [user, shop] = await Promise.all([createUser(), createShop()]);
  const open = async () => (await openSession(database().pool, { userId: user.id, shopId: shop.id })).sessionId;
  const [active, revoked, over, justOver] = [await open(), await open(), await open(), await open()];
  await run(`UPDATE sessions SET revoked_at = now() - interval '31 days' WHERE id = $1`, [revoked]);
  await run(`UPDATE sessions SET expires_at = now() - interval '31 days' WHERE id = $1`, [over]);
  await run(`UPDATE sessions SET expires_at = now() - interval '1 day' WHERE id = $1`, [justOver]);
  await run(`INSERT INTO caught_mails ("to", subject, text, html, at) VALUES
    ('a@haat.example', 'old', '', '', now() - interval '8 days'), ('a@haat.example', 'new', '', '', now())`);

  await clearLeftovers();
  const { rows } = await run('SELECT session_id AS id FROM refresh_tokens');
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([active, justOver]));
  expect((await run('SELECT subject FROM caught_mails')).rows).toEqual([{ subject: 'new' }]);
});

it('removes expired stream tickets', async () => {
  const [user, shop] = await Promise.all([createUser(), createShop()]);
  const { sessionId } = await openSession(database().pool, { userId: user.id, shopId: shop.id });
  await run(
    `INSERT INTO stream_tickets (ticket_hash, session_id, expires_at) VALUES
       ('old', $1, now() - interval '1 second'), ('new', $1, now() + interval '1 minute')`,
    [sessionId],
  );
  await clearLeftovers();
  expect((await run('SELECT ticket_hash FROM stream_tickets')).rows).toEqual([{ ticket_hash: 'new' }]);
});

it('removes known devices after 90 days but for the last of an account, and security notices after a month', async () => {
  const [gone, active] = await Promise.all([createUser(), createUser()]);
  await run(
    `INSERT INTO known_devices (user_id, device_hash, network_hash, seen_at) VALUES
       ($1, 'older', '', now() - interval '200 days'), ($1, 'last', '', now() - interval '100 days'),
       ($2, 'old', '', now() - interval '91 days'), ($2, 'new', '', now() - interval '89 days')`,
    [gone.id, active.id],
  );
  await run(
    `INSERT INTO security_notices (user_id, kind, created_at) VALUES
       ($1, 'new_device', now() - interval '31 days'), ($1, 'refresh_reused', now() - interval '29 days')`,
    [gone.id],
  );
  await clearLeftovers();
  const { rows } = await run('SELECT device_hash FROM known_devices ORDER BY seen_at');
  expect(rows).toEqual([{ device_hash: 'last' }, { device_hash: 'new' }]);
  expect((await run('SELECT kind FROM security_notices')).rows).toEqual([{ kind: 'refresh_reused' }]);
});

it('removes refresh tokens a month after they were retired', async () => {
  const [user, shop] = await Promise.all([createUser(), createShop()]);
  const { sessionId } = await openSession(database().pool, { userId: user.id, shopId: shop.id });
  await run(
    `INSERT INTO refresh_tokens (session_id, token_hash, retired_at) VALUES
       ($1, 'old', now() - interval '31 days'), ($1, 'new', now() - interval '29 days')`,
    [sessionId],
  );
  await clearLeftovers();
  const { rows } = await run('SELECT token_hash FROM refresh_tokens WHERE retired_at IS NOT NULL');
  expect(rows).toEqual([{ token_hash: 'new' }]);
});

it('removes closed outbox rows of a week ago and requests of a month ago, without breaking an invariant of orders', async () => {
  const [shop, customer] = await Promise.all([createShop(), createUser()]);
  const member = await createMember({ shop });
  const { variants } = await createProduct({ shop });
  const body = orderBody([{ variant: variants[0]! }]);
  const place = (key: string) => placeOrder({ userId: customer.id, body, idempotencyKey: key });
  const old = await place('an-order-of-last-month');
  const by = { ...NO_SESSION, userId: member.id, actorId: member.id, shopId: shop.id };
  await advanceOrderStatus({ orderId: old.id, to: 'Accepted', by });
  await run(`UPDATE orders SET created_at = created_at - interval '31 days'`);
  await run(`UPDATE order_events SET at = at - interval '31 days'`);
  await run(`UPDATE order_requests SET created_at = created_at - interval '31 days'`);
  await run(`UPDATE outbox SET created_at = created_at - interval '31 days', done_at = now() - interval '30 days'`);
  await place('an-order-of-this-day');

  await clearLeftovers();
  expect([await countOf('orders'), await countOf('order_requests'), await countOf('outbox')]).toEqual([2, 1, 1]);
  expect(await brokenInvariants(database().pool)).toEqual([]);

  await run('DELETE FROM outbox');
  expect(await brokenInvariants(database().pool)).toEqual([expect.stringMatching(/^one outbox row per visible order/)]);
});

it('removes the request that added a product after a month, but not the product', async () => {
  const [user, shop] = await Promise.all([createUser(), createShop()]);
  const { product } = await createProduct({ shop });
  await run(
    `INSERT INTO product_requests (user_id, key, body_hash, product_id, created_at) VALUES
       ($1, 'old', '', $2, now() - interval '31 days'), ($1, 'new', '', $2, now() - interval '29 days')`,
    [user.id, product.id],
  );
  const before = await countOf('products');
  await clearLeftovers();
  expect((await run('SELECT key FROM product_requests')).rows).toEqual([{ key: 'new' }]);
  expect(await countOf('products')).toBe(before);
});

const NO_SESSION = {
  sessionId: '00000000-0000-0000-0000-000000000000',
  email: 'vendor@haat.example',
  shopSlug: 'shop',
  role: 'vendor' as const,
  isPlatformAdmin: false,
};

it('erases the mobile number of a counter sale after a month with the note about it, and keeps the sale', async () => {
  const [shop, user] = [await createShop(), await createUser()];
  await run(
    `INSERT INTO orders (shop_id, channel, status, payment_status, payment_method, takeaway, total_paise, min_order_paise,
       customer_name, customer_phone, created_at, collected_at)
     SELECT $1, 'counter', 'Delivered', 'collected', 'cod', true, 100, 0, 'Counter sale', '98450000' || days,
       now() - make_interval(days => days), now() - make_interval(days => days)
     FROM unnest(ARRAY[29, 31]) AS days`,
    [shop.id],
  );
  await run(
    `INSERT INTO shop_customers (shop_id, user_id, mobile, note) VALUES
       ($1, NULL, '9845000031', 'old'), ($1, NULL, '9845000029', 'new'), ($1, $2, NULL, 'of an account')`,
    [shop.id, user.id],
  );
  await clearLeftovers();
  const { rows } = await run('SELECT customer_phone AS phone FROM orders WHERE shop_id = $1 ORDER BY created_at', [
    shop.id,
  ]);
  expect(rows).toEqual([{ phone: null }, { phone: '9845000029' }]);
  const notes = await run('SELECT note FROM shop_customers WHERE shop_id = $1 ORDER BY id', [shop.id]);
  expect(notes.rows).toEqual([{ note: 'new' }, { note: 'of an account' }]);
});

it('removes applications 90 days after they were declined or withdrawn, and keeps open and approved ones', async () => {
  const user = await createUser();
  await run(
    `INSERT INTO shop_applications (user_id, body_hash, name, slug, trade, mobile, street, city, pin_code, latitude, longitude,
       state, submitted_at, decided_at, reason)
     SELECT $1, 'hash', state || days, 'cleared-' || state || days, 'groceries', '9845000000', '4, 1st Main', 'Bengaluru',
       '560041', 12.9, 77.5, state, now() - interval '200 days',
       CASE WHEN state <> 'submitted' THEN now() - make_interval(days => days) END,
       CASE WHEN state = 'declined' THEN 'No licence' END
     FROM unnest(ARRAY['submitted', 'declined', 'withdrawn']) AS state, unnest(ARRAY[89, 91]) AS days`,
    [user.id],
  );
  await clearLeftovers();
  const { rows } = await run('SELECT name FROM shop_applications WHERE user_id = $1 ORDER BY name', [user.id]);
  expect(rows.map(({ name }) => name)).toEqual(['declined89', 'submitted89', 'submitted91', 'withdrawn89']);
});

it('removes devices that were not seen for 270 days, and deliveries of a month ago', async () => {
  const [user, shop] = [await createUser(), await createShop()];
  const { sessionId } = await openSession(database().pool, { userId: user.id, shopId: shop.id });
  await run(
    `INSERT INTO push_tokens (token, user_id, session_id, seen_at, dead_at) VALUES
       ('unseen', $1, $2, now() - interval '271 days', NULL), ('seen', $1, $2, now() - interval '269 days', NULL),
       ('dead', $1, $2, now(), now() - interval '31 days'), ('dying', $1, $2, now(), now())`,
    [user.id, sessionId],
  );
  const { seq } = await announcedOrder({ shop, user });
  await run(
    `INSERT INTO deliveries (feed, seq, channel, target, state, updated_at) VALUES
       ($1, $2, 'push', 'old', 'sent', now() - interval '31 days'),
       ($1, $2, 'push', 'waiting', 'queued', now() - interval '31 days'), ($1, $2, 'push', 'new', 'dead', now())`,
    [`shop:${shop.id}`, seq],
  );
  await clearLeftovers();
  const { rows: devices } = await run('SELECT token FROM push_tokens WHERE user_id = $1 ORDER BY token', [user.id]);
  expect(devices.map(({ token }) => token)).toEqual(['dying', 'seen']);
  const { rows: sent } = await run('SELECT target FROM deliveries WHERE feed = $1 ORDER BY target', [
    `shop:${shop.id}`,
  ]);
  expect(sent.map(({ target }) => target)).toEqual(['new', 'waiting']);
});
