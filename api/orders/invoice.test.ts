import { invoiceView } from '@haat/contract/orders/invoice.calls';
import { database } from '@haat/core/db/database';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { createAddress, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { expect, it } from 'vitest';
import { apiTest } from '../test/api-client.ts';

const api = apiTest();

/** An order with a delivery address, of two variants, one below its MRP. */
async function placed() {
  const shop = await createShop({ name: 'Malnad Dairy', address: '4th Main', phone: '9000000102' });
  await database().pool.query(
    `UPDATE shops SET gstin = '27AAPFU0939F1ZV', fssai_licence = '10012011000001' WHERE id = $1`,
    [shop.id],
  );
  const user = await createUser();
  const address = await createAddress({ user });
  const { variants } = await createProduct({
    shop,
    name: 'Ghee',
    variants: [
      { pricePaise: 45_000, mrpPaise: 50_050, unit: '500 ml' },
      { pricePaise: 9_000, unit: '100 ml' },
    ],
  });
  const lines = [{ variant: variants[0]!, quantity: 2 }, { variant: variants[1]! }];
  const body = orderBody(lines, { takeaway: false, address: { id: address.id } });
  const { id } = await placeOrder({ userId: user.id, body, idempotencyKey: `invoice-${user.id}` });
  const customer = api.as(await api.signIn({ user, shop }));
  const read = async () => (await customer.get(`/api/orders/${id}/invoice`)).body;
  return { id, shop, user, variants, read };
}

it('shows seller, names and prices as they were when the order was placed', async () => {
  const { id, shop, variants, read } = await placed();
  const { pool } = database();
  await pool.query('UPDATE variants SET price_paise = 1, mrp_paise = 2 WHERE product_id = $1', [
    variants[0]!.productId,
  ]);
  await pool.query(`UPDATE products SET name = 'Butter' WHERE id = $1`, [variants[0]!.productId]);
  const sell = `UPDATE shops SET name = $2, address = '1st Cross', phone = '9000000999', gstin = '29AABCU9603R1ZJ',
    fssai_licence = NULL WHERE id = $1`;
  await pool.query(sell, [shop.id, 'Other Owner & Sons']);
  await pool.query(sell, [shop.id, 'Another Owner & Sons']);
  const invoice = invoiceView.strict().parse(await read());
  expect(invoice).toMatchObject({
    id,
    total: 990,
    saved: 101,
    payment_status: 'due',
    shop: { name: 'Malnad Dairy', address: '4th Main', phone: '9000000102' },
    items: [
      { name: 'Ghee', unit: '500 ml', quantity: 2, price: 450, mrp: 500.5 },
      { name: 'Ghee', unit: '100 ml', quantity: 1, price: 90, mrp: null },
    ],
    refunded: 0,
    refunds: [],
  });
  expect(invoice.shop).toMatchObject({ gstin: '27AAPFU0939F1ZV', fssai_licence: '10012011000001' });
  expect(invoice.address).toEqual({ street: expect.any(String), city: expect.any(String), zip: expect.any(String) });
});

it('shows the refunds of its payment, and none of an attempt that was declined and retried', async () => {
  const { id, user, read } = await placed();
  const { pool } = database();
  await pool.query(`UPDATE orders SET payment_method = 'online', payment_status = 'refund_due' WHERE id = $1`, [id]);
  await pool.query(
    `WITH p AS (
       INSERT INTO payments (provider, user_id, amount_paise, state, paid_at, provider_payment_id, order_id)
       VALUES ('stripe', $1, 99000, 'refund_due', now(), 'pi_invoice_' || $2::bigint, $2::bigint) RETURNING id
     ) INSERT INTO refunds (payment_id, order_id, amount_paise, state, is_retried)
       SELECT p.id, $2::bigint, r.amount, r.state, r.state = 'failed'
       FROM p, (VALUES (10050, 'done'), (88950, 'failed'), (88950, 'requested')) AS r (amount, state)`,
    [user.id, id],
  );
  const refunds = invoiceView.parse(await read()).refunds.map(({ amount, by, state }) => [amount, by, state]);
  expect(refunds).toHaveLength(2);
  expect(refunds).toContainEqual([100.5, 'online', 'done']);
  expect(refunds).toContainEqual([889.5, 'online', 'requested']);
});

it.each(['Declined', 'Cancelled', 'Expired', 'Returned'])(
  'is not available for an order that is %s',
  async (status) => {
    const { id, read } = await placed();
    await database().pool.query(`UPDATE orders SET status = $2, payment_status = 'cancelled' WHERE id = $1`, [
      id,
      status,
    ]);
    expect(await read()).toMatchObject({ code: 'status_not_allowed' });
  },
);
