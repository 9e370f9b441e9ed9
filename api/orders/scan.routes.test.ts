import { MAX_CODE_LENGTH } from '@haat/contract/orders/scanner';
import { pickupQrText } from '@haat/contract/orders/pickup-code';
import { shopLink } from '@haat/contract/shops/shop-code';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { env } from '@haat/core/ops/env';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ApiCaller, apiTest } from '../test/api-client.ts';
import { amountsIn } from '../test/authorization/amounts.ts';
import { invalidTokens } from '../test/invalid-tokens.ts';

const api = apiTest();
const BARCODE = '2000000000015';
const HIDDEN = '0036000291452';

let shop: Shop;
let elsewhere: Shop;
let people: Record<'guest' | 'customer' | 'stranger' | 'vendor' | 'helper' | 'rider' | 'other', ApiCaller>;
let customerId: number;
let milk: { id: number; variantId: number };
beforeAll(async () => {
  [shop, elsewhere] = await Promise.all([createShop(), createShop()]);
  const at = async (of: Shop, user: { id: number }) => api.as(await api.signIn({ user, shop: of }));
  const member = async (of: Shop, role: 'vendor' | 'helper' | 'rider') =>
    at(of, await createMember({ shop: of, role }));
  const customer = await createUser();
  customerId = customer.id;
  people = {
    guest: api.as(),
    customer: await at(shop, customer),
    stranger: await at(shop, await createUser()),
    vendor: await member(shop, 'vendor'),
    helper: await member(shop, 'helper'),
    rider: await member(shop, 'rider'),
    other: await member(elsewhere, 'vendor'),
  };
  const { product, variants } = await createProduct({
    shop,
    name: 'Toned milk',
    variants: [{ unit: '500 ml' }, { unit: '1 L', stock: 7, barcode: BARCODE }],
  });
  milk = { id: product.id, variantId: variants[1]!.id };
  await createProduct({ shop, name: 'Hidden', isPublished: false, variants: [{ barcode: HIDDEN }] });
  await createProduct({ shop, name: 'Gone', deletedAt: new Date(), variants: [{ barcode: '2000000000022' }] });
  await createProduct({ shop: elsewhere, name: 'Their milk', variants: [{ barcode: BARCODE }] });
});

type Who = keyof typeof people;
const scan = (who: Who | ApiCaller, code: string, shopId?: number) => {
  const query = new URLSearchParams({ code, ...(shopId !== undefined && { shopId: `${shopId}` }) });
  return (typeof who === 'string' ? people[who] : who).get(`/api/scan?${query}`);
};
const answerTo = async (...asked: Parameters<typeof scan>) => {
  const { status, body } = await scan(...asked);
  return status === 200 ? body : [status, body.code];
};

describe('the code of a shop', () => {
  it('is known to everyone, by its link and by its slug', async () => {
    const expected = { kind: 'shop', shop: { id: shop.id, slug: shop.slug, name: shop.name } };
    for (const who of ['guest', 'customer', 'vendor', 'other'] as const)
      for (const code of [shop.slug, ` ${shop.slug.toUpperCase()}\n`, shopLink(env.PUBLIC_URL, shop.slug)])
        expect(await answerTo(who, code)).toMatchObject(expected);
  });

  it('is known to those whose session is over, and no browser may store the answer', async () => {
    const signedIn = await api.signIn({ user: { id: customerId }, shop });
    for (const token of Object.values(await invalidTokens(signedIn)))
      expect(await answerTo(api.as(token), shop.slug)).toMatchObject({ kind: 'shop' });
    expect((await scan('guest', shop.slug)).headers.get('cache-control')).toBe('no-store');
  });

  it('is unknown where no shop has it', async () => {
    expect(await answerTo('guest', 'no-such-shop')).toEqual({ kind: 'unknown' });
  });
});

describe('the barcode of a product', () => {
  it('names the variant, with prices for those who may see them', async () => {
    const kept = { stock: 7, stock_unit: 'piece', content: 1 };
    const variant = { variant_id: milk.variantId, name: 'Toned milk', option: '1 L', barcode: BARCODE, ...kept };
    for (const shopId of [undefined, shop.id]) {
      const answer = await answerTo('vendor', BARCODE, shopId);
      expect(answer).toMatchObject({ kind: 'product', variant, product: { id: milk.id, price: 50, published: true } });
      const { text, body } = await scan('helper', BARCODE, shopId);
      expect([body, amountsIn(text)]).toEqual([{ kind: 'product', variant }, []]);
    }
    expect(await answerTo('other', BARCODE)).toMatchObject({ kind: 'product', product: { name: 'Their milk' } });
  });

  it.each([HIDDEN, '036000291452', '00036000291452'])(
    'is found as %s, with all its leading zeros or without',
    async (code) => {
      expect(await answerTo('vendor', code)).toMatchObject({ variant: { name: 'Hidden', barcode: HIDDEN } });
    },
  );

  it('is unknown where the shop has no such product', async () => {
    for (const code of ['2000000000022', '8901234567890'])
      expect(await answerTo('vendor', code)).toEqual({ kind: 'unknown' });
  });

  it('is for the members of the shop', async () => {
    for (const who of ['customer', 'rider'] as const) expect(await answerTo(who, BARCODE)).toEqual({ kind: 'unknown' });
    for (const who of ['customer', 'stranger', 'rider', 'other'] as const)
      expect(await answerTo(who, BARCODE, shop.id)).toEqual([403, 'forbidden']);
    for (const shopId of [undefined, shop.id])
      expect(await answerTo('guest', BARCODE, shopId)).toEqual([401, 'unauthenticated']);
    const [invalid = ''] = Object.values(await invalidTokens(await api.signIn({ user: { id: customerId }, shop })));
    expect(await answerTo(api.as(invalid), BARCODE)).toEqual([401, 'unauthenticated']);
  });
});

describe('the label of a scale', () => {
  const LABEL = '2100123003501';

  it('is unknown until the shop says how its scale makes labels; then it names the item with its weight or price', async () => {
    const at = await createShop();
    const member = async (role: 'vendor' | 'helper') =>
      api.as(await api.signIn({ user: await createMember({ shop: at, role }), shop: at }));
    const [vendor, helper] = [await member('vendor'), await member('helper')];
    await createProduct({ shop: at, name: 'Sweets', variants: [{ unit: '1 kg', barcode: '123' }] });
    const set = (scaleLabel: string) => database().knex('shops').where({ id: at.id }).update({ scaleLabel });
    expect(await answerTo(vendor, LABEL)).toEqual({ kind: 'unknown' });
    await set('21IIIIIWWWWWC');
    const found = { kind: 'product', variant: { name: 'Sweets' }, label: { grams: 350 } };
    expect([await answerTo(vendor, LABEL), await answerTo(helper, LABEL)]).toMatchObject([found, found]);
    expect((await vendor.get(`/api/shops/${at.id}/products?barcode=${LABEL}`)).body).toMatchObject([
      { name: 'Sweets' },
    ]);
    await set('21IIIIIRRRRRC');
    expect(await answerTo(vendor, LABEL)).toMatchObject({ ...found, label: { price: 350 } });
    expect(await answerTo(helper, LABEL)).toMatchObject({ kind: 'product', label: {} });
    await set('22IIIIIWWWWWC');
    expect(await answerTo(vendor, LABEL)).toEqual({ kind: 'unknown' });
    expect(await answerTo('vendor', LABEL)).toEqual({ kind: 'unknown' });
  });

  it('is the product that has it as its barcode', async () => {
    await createProduct({ shop, name: 'Paneer', variants: [{ barcode: LABEL }] });
    expect(await answerTo('vendor', LABEL)).toMatchObject({ variant: { name: 'Paneer' } });
    expect(await answerTo('vendor', LABEL)).not.toHaveProperty('label');
  });
});

let orders = 0;
/** An accepted takeaway with that pickup code. */
async function takeaway(pickupCode: string) {
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000 }] });
  const body = orderBody([{ variant: variants[0]! }]);
  const { id } = await placeOrder({ userId: customerId, body, idempotencyKey: `scan-${(orders += 1)}` });
  await database().knex('orders').where({ id }).update({ status: 'Accepted', pickupCode });
  return { id, orderNumber: `H${String(id).padStart(6, '0')}` };
}

describe('the code of an order', () => {
  it.each(['its QR code', 'its pickup code'])(
    'is known by %s to its customer and the team of its shop alone',
    async (by) => {
      const code = by === 'its QR code' ? '4711' : '4712';
      const { id, orderNumber } = await takeaway(code);
      const text = by === 'its QR code' ? pickupQrText({ orderNumber, code }) : code;
      for (const who of ['customer', 'vendor', 'helper'] as const)
        expect(await answerTo(who, text)).toEqual({ kind: 'order', order_id: id });
      for (const who of ['stranger', 'rider', 'other'] as const) {
        expect(await answerTo(who, text)).toEqual({ kind: 'unknown' });
        expect(await answerTo(who, text, shop.id)).toEqual({ kind: 'unknown' });
      }
      expect(await answerTo('guest', text)).toEqual([401, 'unauthenticated']);
    },
  );

  it('says nothing about the pickup code in a QR code', async () => {
    const { id, orderNumber } = await takeaway('4713');
    for (const code of ['4713', '9999'])
      expect(await answerTo('vendor', pickupQrText({ orderNumber, code }))).toEqual({ kind: 'order', order_id: id });
  });

  it('is unknown where there is no such order, and after the handover', async () => {
    const { id, orderNumber } = await takeaway('4714');
    for (const text of ['haat:H999999:0000', 'haat:H1:0000', `haat:${orderNumber.toLowerCase()}:4714`, '0470'])
      expect(await answerTo('vendor', text)).toEqual({ kind: 'unknown' });
    await database().knex('orders').where({ id }).update({ status: 'Delivered' });
    expect(await answerTo('vendor', '4714')).toEqual({ kind: 'unknown' });
  });

  it('is unknown while the order is not paid, except to its customer', async () => {
    const { id, orderNumber } = await takeaway('4715');
    const text = pickupQrText({ orderNumber, code: '4715' });
    await database()
      .knex('orders')
      .where({ id })
      .update({ status: 'Pending', paymentMethod: 'online', paymentStatus: 'awaiting' });
    expect(await answerTo('vendor', text)).toEqual({ kind: 'unknown' });
    expect(await answerTo('customer', text)).toEqual({ kind: 'order', order_id: id });
  });

  it('names no order where two have the same pickup code', async () => {
    await takeaway('4716');
    await takeaway('4716');
    expect(await answerTo('vendor', '4716')).toEqual({ kind: 'unknown' });
  });

  it('cannot be guessed by one who tries very many', async () => {
    const guesser = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
    const answers: unknown[] = [];
    for (let tried = 0; tried < 31; tried += 1) answers.push(await answerTo(guesser, `${5000 + tried}`));
    expect(answers.slice(29)).toEqual([{ kind: 'unknown' }, [429, 'rate_limited']]);
    expect(await answerTo(guesser, BARCODE)).toMatchObject({ kind: 'product' });
  });
});

describe('any other text', () => {
  it.each(['https://evil.example/#/malnad-dairy/products', 'javascript:alert(1)', 'two words', '🛒'])(
    '%s is foreign to everyone',
    async (text) => {
      for (const who of ['guest', 'customer', 'vendor'] as const)
        expect(await answerTo(who, text, shop.id)).toEqual({ kind: 'foreign' });
    },
  );

  it.each(['', '   ', 'x'.repeat(MAX_CODE_LENGTH + 1), 'a\u0000b'])('%j is no code at all', async (text) => {
    expect(await answerTo('vendor', text)).toEqual([400, 'invalid_input']);
  });

  it('has to be there, and the shop has to be a number', async () => {
    expect((await people.vendor.get('/api/scan')).body).toMatchObject({ code: 'invalid_input' });
    expect((await people.vendor.get(`/api/scan?code=${BARCODE}&shopId=x`)).body).toMatchObject({
      code: 'invalid_input',
    });
  });
});
