import { database } from '@haat/core/db/database';
import { findSession, signAccessToken } from '@haat/core/accounts/session';
import { openSession } from '@haat/core/accounts/session-lifecycle';
import { createMember, createProduct, createShop, createUser } from '../../core/test/factories.ts';
import { orderBody } from '../../core/test/order-body.ts';
import { type ProgramOptions, startApiProgram } from '../../core/test/program.ts';
import { freePort } from '../../tools/lib/ports.ts';

/** The api as its own process, at its own port. */
export async function startApiAtFreePort({ env = {}, ...options }: ProgramOptions = {}) {
  const port = await freePort();
  const program = await startApiProgram({ env: { ...env, PORT: String(port) }, ...options });
  return { ...program, url: `http://127.0.0.1:${port}` };
}

/** A shop with a customer who repeats the same order, at any api, and the orders of the shop in the tables. */
export async function openOrderedShop() {
  // Reminders are numbered in the shop's feed, too: in a slow test the numbers of its orders would have gaps.
  const shop = await createShop({ remindSeconds: 3600 });
  const { variants } = await createProduct({ shop, variants: [{ stock: 1_000_000 }] });
  const body = JSON.stringify(orderBody(variants.map((variant) => ({ variant, quantity: 1 }))));
  const vendor = await createMember({ shop });
  const vendorToken = await tokenOf(vendor, shop);
  const customerToken = await tokenOf(await createUser(), shop);
  return {
    id: shop.id,
    vendor,
    /** The address of the notification stream of its vendor at an api. */
    streamAt: (url: string) => `${url}/api/notifications/stream?token=${vendorToken}`,
    place: (url: string, key: string) =>
      fetch(`${url}/api/orders`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${customerToken}`,
          'idempotency-key': key,
        },
        body,
      }),
    orders: () => count('select count(*)::int n from orders where shop_id = $1', shop),
    openOutboxRows: () => count(OPEN_OUTBOX_ROWS, shop),
  };
}

export type OrderedShop = Awaited<ReturnType<typeof openOrderedShop>>;

const OPEN_OUTBOX_ROWS = `
  select count(*)::int n from outbox b join orders o on o.id = b.subject_id and b.topic = 'order.placed'
  where o.shop_id = $1 and b.done_at is null`;

async function count(text: string, shop: { id: number }): Promise<number | undefined> {
  const { rows } = await database().pool.query<{ n: number }>(text, [shop.id]);
  return rows[0]?.n;
}

async function tokenOf(user: { id: number }, shop: { id: number }): Promise<string> {
  const { sessionId } = await openSession(database().pool, { userId: user.id, shopId: shop.id });
  const session = await findSession(sessionId);
  if (!session) throw new Error('This user cannot log in');
  return signAccessToken(session);
}
