import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase, database } from '../../db/database.ts';
import { createProduct, createShop, createUser } from '../../test/factories.ts';
import { orderBody } from '../../test/order-body.ts';
import { stopServices } from '../../test/stop-services.ts';
import { readOrderRequest } from './order-request.ts';
import { replaceUnpaidOrder, releaseOwnReservations } from './own-reservations.ts';
import { storeOrder } from './place-order.ts';

beforeAll(() => void connectDatabase());
afterAll(stopServices);

it('leaves the order that the first of two clicks has placed, and replaces that of another request', async () => {
  const [shop, { id: userId }] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ stock: 5 }] });
  const body = orderBody([{ variant: variants[0]!, quantity: 5 }], { paymentMethod: 'online' });
  const request = readOrderRequest({ userId, body, idempotencyKey: 'two-clicks' });
  const { id } = (await storeOrder({ request, payment: 'awaiting' }))!;
  const status = async () =>
    (await database().pool.query('SELECT payment_status FROM orders WHERE id = $1', [id])).rows[0].payment_status;

  await replaceUnpaidOrder(request);
  expect(await releaseOwnReservations(request, undefined)).toBe(false);
  expect(await status()).toBe('awaiting');

  await replaceUnpaidOrder(readOrderRequest({ userId, body, idempotencyKey: 'another-cart' }));
  expect(await status()).toBe('expired');
});

it('replaces an order of the same cart that was placed without a key some time ago', async () => {
  const [shop, { id: userId }] = await Promise.all([createShop(), createUser()]);
  const { variants } = await createProduct({ shop, variants: [{ stock: 5 }] });
  const body = orderBody([{ variant: variants[0]!, quantity: 4 }], { paymentMethod: 'online' });
  const request = readOrderRequest({ userId, body });
  const { id } = (await storeOrder({ request, payment: 'awaiting' }))!;
  await database().pool.query(
    `UPDATE order_requests SET created_at = now() - interval '1 minute' WHERE order_id = $1`,
    [id],
  );
  expect((await storeOrder({ request, payment: 'awaiting' }))!.id).not.toBe(id);
});
