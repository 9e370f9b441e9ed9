import { emptyUploads, removeUploads, uploads } from '../test/uploads-folder.ts';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import type { Variant } from '@haat/core/db/catalog.models';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { orderBody } from '@haat/core/test/order-body';
import { clearLimits } from '@haat/core/test/limits';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { apiTest, type Answer, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { createPhoto } from '../test/photo.ts';
import { createRequiredOptions, REQUIRED_FIELDS } from '../test/required-fields.ts';

const api = apiTest();
let shop: Shop;
let vendor: ApiCaller;
let id: number;
let variant: Variant;
afterAll(() => removeUploads());
beforeEach(async () => {
  await clearLimits();
  emptyUploads();
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  const { product, variants } = await createProduct({ shop, name: 'Ghee' });
  [id, variant] = [product.id, variants[0]!];
});

type Fields = Record<string, string | Blob | Blob[]>;
const change = (fields: Fields): Promise<Answer> => vendor.put(`/api/products/${id}`, { body: formOf(fields) });
const page = async () => (await api.as().get(`/api/products/${id}`)).body;
const lastActivity = async () => {
  const text = 'SELECT before, after FROM activity_log WHERE shop_id = $1 ORDER BY id DESC LIMIT 1';
  return (await database().pool.query(text, [shop.id])).rows[0];
};

const COLORS = ['#900', '#090', '#009', '#990', '#099', '#909', '#555'];
const photos = (count: number) => Promise.all(COLORS.slice(0, count).map((background) => createPhoto({ background })));

describe('the declarations', () => {
  const GHEE = {
    hindi_name: 'घी',
    net_quantity: '500 ml',
    maker_role: 'packer',
    maker_name: 'Test Dairy',
    maker_address: '1 Test Road, Bengaluru 560001',
    country_of_origin: 'India',
    fssai_licence: '10000000000000',
    best_before: '9 months from packing',
  };
  const set = (details: object) => change({ details: JSON.stringify(details) });

  it('are on the page of the product and in the log, and not in the catalog', async () => {
    expect((await set(GHEE)).body.details).toEqual(GHEE);
    expect((await page()).details).toEqual(GHEE);
    expect((await lastActivity()).after).toEqual(GHEE);
    const { text } = await api.as().get(`/api/products?shopId=${shop.id}&limit=9`);
    expect(text).toContain('Ghee');
    for (const declared of Object.values(GHEE)) expect(text).not.toContain(declared);
  });

  it('stay as they are when they are absent, and are cleared by null or an empty text', async () => {
    await set(GHEE);
    const { body } = await set({ best_before: '', maker_role: null, net_quantity: '1 kg' });
    expect(body.details).toEqual({ ...GHEE, best_before: null, maker_role: null, net_quantity: '1 kg' });
    expect((await change({ name: 'Cow ghee' })).body.details.fssai_licence).toBe(GHEE.fssai_licence);
  });

  it('can be given with a new product', async () => {
    await createRequiredOptions();
    const form = { ...REQUIRED_FIELDS, name: 'Butter', price: '45', stock: '3', details: JSON.stringify(GHEE) };
    expect((await vendor.post('/api/products', { body: formOf(form) })).body.details).toEqual(GHEE);
  });

  it.each([
    [{ fssai_licence: '1234' }, 'details.fssai_licence must be a licence number of 14 digits'],
    [{ fssai_licence: '१२३४५६७८९०१२३४' }, 'details.fssai_licence must be a licence number of 14 digits'],
    [{ maker_role: 'seller' }, /^details\.maker_role/],
    [{ maker_address: 'x'.repeat(301) }, /^details\.maker_address/],
    [{ best_before: 'a\u0000b' }, 'details.best_before must not contain control characters'],
    [[], /^details/],
  ])('refuses %o', async (details, message) => {
    const { status, body } = await set(details);
    expect([status, body.code]).toEqual([400, 'invalid_input']);
    expect(body.message).toMatch(message);
    expect((await page()).details.fssai_licence).toBeNull();
  });
});

describe('the pictures', () => {
  const add = async (count: number): Promise<ShopProduct> => (await change({ image: await photos(count) })).body;

  it('are the main one and up to five others, in the order of the form', async () => {
    const { image, pictures } = await add(6);
    expect([pictures.length, new Set(pictures).size, pictures[0]]).toEqual([6, 6, image]);
    expect((await page()).pictures).toEqual(pictures);
    expect(uploads()).toHaveLength(18);
  });

  it('are at most six: a seventh is refused with a sentence, in one form or in two', async () => {
    const seven = await change({ image: await photos(7) });
    expect([seven.status, seven.body.message]).toEqual([400, 'A form can have at most 6 pictures.']);
    const { pictures } = await add(6);
    const [photo] = await photos(1);
    const more = await change({ pictures: JSON.stringify([...pictures, 'new']), image: photo! });
    expect([more.status, more.body.message]).toEqual([400, 'A product can have at most 6 pictures.']);
    expect([await page(), uploads().length]).toMatchObject([{ pictures }, 18]);
  });

  it('are sorted, added and removed by a list, and removed ones are deleted from the store', async () => {
    const [first, second, third] = (await add(3)).pictures;
    const [photo] = await photos(1);
    const { body } = await change({ pictures: JSON.stringify([third, 'new', first]), image: photo! });
    expect(body.pictures).toEqual([third, expect.stringMatching(/^\/uploads\//), first]);
    expect(body.image).toBe(third);
    expect((await api.as().get(second!)).status).toBe(404);
    expect(uploads()).toHaveLength(9);
    expect((await change({ pictures: '[]' })).body).toMatchObject({ image: null, pictures: [] });
    expect(uploads()).toEqual([]);
  });

  it('stay in the store while an order shows them', async () => {
    const [main] = (await add(2)).pictures;
    await placeOrder({ userId: (await createUser()).id, body: orderBody([{ variant }]) });
    await change({ pictures: '[]' });
    expect((await api.as().get(main!)).status).toBe(200);
    expect(uploads()).toHaveLength(3);
  });

  it.each([
    ['of another product', ['/uploads/somebody-320.webp'], 'pictures must be pictures of this product'],
    ['without its file', ['new'], "pictures must have 'new' once for each file of the form"],
  ])('refuses a list with one %s', async (_, list, message) => {
    const { status, body } = await change({ pictures: JSON.stringify(list) });
    expect([status, body.message]).toEqual([400, message]);
  });

  it('refuses a picture that is there twice', async () => {
    const [main] = (await add(1)).pictures;
    expect((await change({ pictures: JSON.stringify([main, main]) })).status).toBe(400);
  });

  it.each([
    ['no picture', 415, () => new File(['<html>'], 'a.jpg', { type: 'image/jpeg' })],
    ['a broken picture', 422, async () => (await createPhoto()).slice(0, 300)],
  ])('refuses all when one is %s, and stores none', async (_, status, wrong) => {
    const [photo] = await photos(1);
    expect((await change({ image: [photo!, await wrong()] })).status).toBe(status);
    expect([(await page()).pictures, uploads()]).toEqual([[], []]);
  });

  it('are also stored in 960 px if they have that many pixels, and only then', async () => {
    const [large] = (await change({ image: await createPhoto({ width: 1200, height: 1000 }) })).body.pictures;
    expect(large).toMatch(/-large-320\.webp$/);
    expect(uploads().map((name) => name.replace(/.*-/, ''))).toEqual(
      expect.arrayContaining(['160.webp', '320.webp', '640.webp', '960.webp']),
    );
    await change({ image: await createPhoto({ width: 959, height: 1200 }) });
    expect(uploads()).toHaveLength(3);
  });
});
