import { setTimeout as sleep } from 'node:timers/promises';
import { database } from '@haat/core/db/database';
import { createProduct, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { orderBody } from '@haat/core/test/order-body';
import { expect, it } from 'vitest';
import { apiTest, type SignedIn } from '../test/api-client.ts';
import { startReplyDroppingProxy } from '../test/reply-dropping-proxy.ts';

const ORDERS = 200;
const AT_ONCE = 20;

const api = apiTest();

it.each([{ how: 'with a key' }, { how: 'without one' }])(
  'places 200 orders once each when every seventh response is lost and retried, $how',
  async ({ how }) => {
    const proxy = await startReplyDroppingProxy(api.url, 0.15);
    const shop = await createShop();
    const { variants } = await createProduct({ shop, variants: [{ stock: 100_000 }] });
    const users = await Promise.all(Array.from({ length: AT_ONCE }, () => createUser()));
    const sessions = await Promise.all(users.map((user) => api.signIn({ user, shop })));

    // Each customer orders a different number of items each time, so that no two carts of a customer are equal.
    const customerOrders = async (session: SignedIn) => {
      const ids: number[] = [];
      for (let quantity = 1; quantity <= ORDERS / AT_ONCE; quantity += 1) {
        const body = JSON.stringify(orderBody([{ variant: variants[0]!, quantity }]));
        const key = how === 'with a key' ? [['idempotency-key', `lost-reply-${quantity}`] as const] : [];
        ids.push(await sendUntilAnswered(`${proxy.url}/api/orders`, session, { body, key }));
      }
      return ids;
    };
    const ids = (await Promise.all(sessions.map(customerOrders))).flat();
    await proxy.stop();

    expect(proxy.dropped()).toBeGreaterThan(ORDERS / 20);
    expect(new Set(ids).size).toBe(ORDERS);
    const { rows } = await database().pool.query(
      `SELECT count(*) AS orders, sum(total_paise) AS paise,
         (SELECT count(*) FROM notifications WHERE feed = 'shop:' || $1::bigint) AS notifications
       FROM orders WHERE shop_id = $1::bigint`,
      [shop.id],
    );
    expect(rows).toEqual([{ orders: ORDERS, paise: String(55 * 5_000 * AT_ONCE), notifications: ORDERS }]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
  },
);

type Sending = { body: string; key: (readonly [string, string])[] };

/** The id of the order, asked for again until an answer arrives. */
async function sendUntilAnswered(url: string, { token }: SignedIn, { body, key }: Sending): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...Object.fromEntries(key) };
  for (;;) {
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
    const answer = await response?.json().catch(() => undefined);
    if (response?.status === 201 && answer) return answer.orderId;
    if (response && answer) throw new Error(`Refused with ${response.status}: ${JSON.stringify(answer)}`);
    await sleep(1);
  }
}
