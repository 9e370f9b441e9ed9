import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { connectDatabase, database } from '../db/database.ts';
import type { Shop } from '../db/shops.models.ts';
import { createMember, createProduct, createShop, createUser } from '../test/factories.ts';
import { brokenInvariants } from '../test/invariants.ts';
import { orderBody } from '../test/order-body.ts';
import { stopServices } from '../test/stop-services.ts';
import type { Session } from '../accounts/session.ts';
import { acceptAutomatically } from '../orders/life/accept-automatically.ts';
import { advanceOrderStatus } from '../orders/life/advance-order-status.ts';
import { refuseUnansweredCancellations, requestCancellation } from '../orders/life/cancellation-request.ts';
import { expireOrders } from '../orders/life/expire-orders.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { remindShops } from '../orders/life/remind-shops.ts';

// The orders of one shop cannot be processed: more of them than a batch has, due before the order of another shop.

const POISONED = 21;

let bad: Shop;
let good: Shop;
beforeAll(() => void connectDatabase());
beforeEach(async () => void ([bad, good] = [await createShop(), await createShop()]));
afterAll(stopServices);

const query = async <Row extends object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await database().pool.query<Row>(text, values)).rows;

async function place(shop: Shop, count: number): Promise<{ ids: number[]; customer: Session; vendor: Session }> {
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000, stock: 1000 }] });
  const [user, member] = [await createUser(), await createMember({ shop })];
  const ids: number[] = [];
  for (let nr = 0; nr < count; nr += 1) {
    const order = { userId: user.id, body: orderBody([{ variant: variants[0]!, quantity: 1 }]) };
    ids.push((await placeOrder({ ...order, idempotencyKey: crypto.randomUUID() })).id);
  }
  const sessionOf = ({ id, email }: { id: number; email: string | null }): Session => ({
    userId: id,
    actorId: id,
    sessionId: crypto.randomUUID(),
    email,
    shopId: shop.id,
    shopSlug: shop.slug,
    role: undefined,
    isPlatformAdmin: false,
  });
  return { ids, customer: sessionOf(user), vendor: { ...sessionOf(member), role: 'vendor' } };
}

/** Runs it while nothing can be written to orders of the shop, nor to their cancellation requests. */
async function poisoned<Result>(run: () => Promise<Result>): Promise<Result> {
  await query(`
    CREATE FUNCTION poison() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF (to_jsonb(NEW) ->> 'shop_id')::bigint = ${bad.id}
          OR (to_jsonb(NEW) ->> 'order_id')::bigint IN (SELECT id FROM orders WHERE shop_id = ${bad.id}) THEN
          RAISE 'integer out of range' USING ERRCODE = '22003';
        END IF;
        RETURN NEW;
      END $$;
    CREATE TRIGGER poison BEFORE UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION poison();
    CREATE TRIGGER poison BEFORE UPDATE ON cancellation_requests FOR EACH ROW EXECUTE FUNCTION poison();`);
  try {
    return await run();
  } finally {
    await query('DROP FUNCTION poison CASCADE');
  }
}

const statusOf = async (id: number) =>
  (await query<{ status: string }>('SELECT status FROM orders WHERE id = $1', id))[0]?.status;
const failing = async (processor: string) =>
  (await query('SELECT FROM failed_items WHERE processor = $1', processor)).length;

async function placeInBoth() {
  const [, { ids }] = [await place(bad, POISONED), await place(good, 1)];
  return ids[0]!;
}

it('gives the orders of other shops their time to accept, reminds of them and expires them', async () => {
  const orderId = await placeInBoth();
  await poisoned(expireOrders);
  expect(await failing('set-order-deadlines')).toBe(POISONED);
  const [order] = await query('SELECT accept_by, remind_at FROM orders WHERE id = $1', orderId);
  expect(order).toEqual({ accept_by: expect.any(Date), remind_at: expect.any(Date) });

  await query('DELETE FROM failed_items');
  await expireOrders();
  await query(`UPDATE orders SET remind_at = now() - make_interval(secs => 1000 - id)`);
  expect(await poisoned(remindShops)).toBe(1);
  expect(await failing('remind-shops')).toBe(POISONED);

  await query(`UPDATE orders SET accept_by = now() - make_interval(secs => 1000 - id)`);
  expect(await poisoned(expireOrders)).toBe(1);
  expect(await failing('expire-orders')).toBe(POISONED);
  expect(await statusOf(orderId)).toBe('Expired');

  // As soon as they can be written again.
  await query(`UPDATE failed_items SET retry_at = now()`);
  expect(await expireOrders()).toBe(POISONED);
  expect(await brokenInvariants(database().pool)).toEqual([]);
});

it('accepts the orders of other shops automatically', async () => {
  await query('UPDATE shops SET auto_accepts = true WHERE id = ANY($1)', [bad.id, good.id]);
  const orderId = await placeInBoth();
  expect(await poisoned(acceptAutomatically)).toBe(1);
  expect(await statusOf(orderId)).toBe('Accepted');
  expect(await failing('accept-automatically')).toBe(POISONED);
});

it('refuses the cancellation requests of other shops that were not answered', async () => {
  const placed = [await place(bad, POISONED), await place(good, 1)];
  for (const { ids, customer, vendor } of placed) {
    for (const orderId of ids) {
      await advanceOrderStatus({ orderId, to: 'Accepted', by: vendor });
      await query(`UPDATE order_events SET at = at - interval '1 hour' WHERE order_id = $1`, orderId);
      await requestCancellation({ orderId, by: customer, reason: 'other', text: 'We are away' });
    }
  }
  await query(`UPDATE cancellation_requests SET answer_by = now() - make_interval(secs => 1000 - order_id)`);
  expect(await poisoned(refuseUnansweredCancellations)).toBe(1);
  expect(await failing('refuse-cancellations')).toBe(POISONED);
});
