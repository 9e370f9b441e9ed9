import { emptyUploads, removeUploads } from '../test/uploads-folder.ts';
import { database } from '@haat/core/db/database';
import { clearOrphanPictures } from '@haat/core/platform/clear-orphan-pictures';
import { finishAbandonedPictureImports } from '@haat/core/catalog/picture-imports/picture-import-record';
import { createMember, createProduct, createShop } from '@haat/core/test/factories';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { apiTest, type ApiCaller } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';
import { createPhoto } from '../test/photo.ts';

const api = apiTest();
let shop: { id: number; slug: string };
let vendor: ApiCaller;
let path: string;
beforeEach(async () => {
  emptyUploads();
  shop = await createShop();
  vendor = api.as(await api.signIn({ user: await createMember({ shop }), shop }));
  path = `/api/shops/${shop.id}/picture-imports`;
});
afterAll(() => removeUploads());

const query = async (text: string, values: unknown[]) => (await database().pool.query(text, values)).rows;

const start = async (pictures: number, key = 'a.zip:1') =>
  (await vendor.post(path, { body: { file_name: 'a.zip', file_key: key, pictures } })).body;
const send = async (id: number, productId: number, background = '#c33') =>
  vendor.post(`${path}/${id}/pictures`, {
    body: formOf({ product_id: String(productId), image: await createPhoto({ background }) }),
  });
const finish = (id: number) => vendor.post(`${path}/${id}/finish`);
const undo = (id: number) => vendor.post(`${path}/${id}/undo`);

const newProduct = async (fields = {}) => (await createProduct({ shop, ...fields })).product;
/** As if they had been stored two days ago. */
const ageUploads = () => query(`UPDATE stored_pictures SET check_at = check_at - interval '2 days'`, []);

const picturesOf = async (id: number): Promise<string[]> =>
  (await vendor.get(`/api/shops/${shop.id}/products/${id}`)).body.pictures;
const setPictures = (id: number, background: string[]) =>
  Promise.all(background.map((each) => createPhoto({ background: each }))).then(async (photos) => {
    const body = new FormData();
    for (const photo of photos) body.append('image', photo, 'a.png');
    expect((await vendor.put(`/api/products/${id}`, { body })).status).toBe(200);
  });
const activities = () =>
  query(
    `SELECT action, subject, after FROM activity_log WHERE shop_id = $1 AND action LIKE 'products.pictures%' ORDER BY id`,
    [shop.id],
  );
const isServed = async (image: string) => (await vendor.get(image)).status === 200;

it('finds products by barcode, id, folded name, and name with variant', async () => {
  const ghee = await newProduct({ name: 'Ghée, pure', variants: [{ barcode: '8901234567890', unit: '500 g' }] });
  const [half, whole] = [
    await newProduct({ name: 'Toor dal', variants: [{ unit: '500 g' }] }),
    await newProduct({ name: 'Toor dal', variants: [{ unit: '1 kg' }] }),
  ];
  const named = await newProduct({ name: '8901234567890' });
  const elsewhere = (await createProduct({ shop: await createShop(), name: 'Coconut' })).product;
  const names = [
    '8901234567890',
    ` ${ghee.id} `,
    'GHEE pure',
    'toor-dal_1 KG',
    'Toor dal 500 g',
    'toor dal',
    'Coconut',
    String(elsewhere.id),
    'अरहर',
    '',
  ];
  const { status, body } = await vendor.post(`${path}/matches`, { body: { names } });
  expect(status).toBe(200);
  const matches = body as { product: { id: number } | null; problem: string | null }[];
  expect(matches.map(({ product, problem }) => product?.id ?? problem)).toEqual([
    ghee.id,
    ghee.id,
    ghee.id,
    whole.id,
    half.id,
    'several',
    'not_found',
    'not_found',
    'not_found',
    'not_found',
  ]);
  expect(matches[0]).toEqual({ product: { id: ghee.id, name: ghee.name, image: null }, problem: null });
  expect(named.id).not.toBe(ghee.id);
});

it('makes pictures the main ones of their products, records it, and gives the former ones back, once', async () => {
  const [bare, many] = [await newProduct(), await newProduct()];
  await setPictures(many.id, ['#111', '#222']);
  const [main, second] = await picturesOf(many.id);
  const { id, done } = await start(3);
  expect(done).toEqual([]);
  const [first, other] = [await send(id, bare.id), await send(id, many.id)];
  expect([first.status, other.status]).toEqual([200, 200]);
  expect(await picturesOf(bare.id)).toEqual([first.body.image]);
  expect(await picturesOf(many.id)).toEqual([other.body.image, second]);
  expect(await isServed(main!), 'the former picture is still stored').toBe(true);

  const finished = await finish(id);
  expect(finished.body).toMatchObject({ pictures: 3, imported: 2, undone_at: null, kept: 0 });
  expect((await finish(id)).status).toBe(200);
  expect(await activities()).toEqual([
    { action: 'products.pictures_imported', subject: 'a.zip', after: { pictures: 2 } },
  ]);

  const [once, twice] = await Promise.all([undo(id), undo(id)]);
  expect([once.status, twice.status]).toEqual([200, 200]);
  expect(once.body).toMatchObject({ undo_until: null, kept: 0 });
  expect(await picturesOf(bare.id)).toEqual([]);
  expect(await picturesOf(many.id)).toEqual([main, second]);
  expect((await activities()).slice(1)).toEqual([
    { action: 'products.pictures_undone', subject: 'a.zip', after: { pictures: 2 } },
  ]);
  expect((await vendor.get(path)).body).toEqual([expect.objectContaining({ id, undo_until: null })]);
});

it('keeps pictures that were changed since, and one that was added since becomes the main one', async () => {
  const [changed, added] = [await newProduct(), await newProduct()];
  const { id } = await start(2);
  await send(id, changed.id);
  await send(id, added.id);
  await setPictures(changed.id, ['#555']);
  const [now] = await picturesOf(changed.id);
  const [imported] = await picturesOf(added.id);
  const body = formOf({ pictures: JSON.stringify([imported, 'new']), image: await createPhoto() });
  expect((await vendor.put(`/api/products/${added.id}`, { body })).status).toBe(200);
  const [, later] = await picturesOf(added.id);
  expect((await undo(id)).body).toMatchObject({ kept: 1 });
  expect((await picturesOf(changed.id))[0]).toBe(now);
  expect(await picturesOf(added.id)).toEqual([later]);
});

it('imports one picture of a product however often it is sent, and continues with the same file', async () => {
  const [one, two] = [await newProduct(), await newProduct()];
  const { id } = await start(2);
  const sent = await Promise.all([send(id, one.id, '#111'), send(id, one.id, '#222')]);
  expect(sent[0].body).toEqual(sent[1].body);
  expect((await send(id, one.id, '#333')).body).toEqual(sent[0].body);
  await finish(id);

  const again = await start(2);
  expect([again.id, again.done]).toEqual([id, [one.id]]);
  expect((await start(2, 'a.zip:2')).id, 'another file').not.toBe(id);
  expect((await send(id, two.id)).status).toBe(200);
  await finish(id);
  expect((await start(2)).id, 'all of it was imported').not.toBe(id);
});

it('refuses what is no picture, products of others, and imports that are over or old', async () => {
  const product = await newProduct();
  const elsewhere = (await createProduct({ shop: await createShop() })).product;
  const { id } = await start(2);
  const page = new File(['<html><script>alert(1)</script>'], '1.jpg', { type: 'image/jpeg' });
  const refused = await vendor.post(`${path}/${id}/pictures`, {
    body: formOf({ product_id: String(product.id), image: page }),
  });
  expect([refused.status, refused.body.code]).toEqual([415, 'unsupported_media_type']);
  expect((await send(id, elsewhere.id)).status).toBe(404);
  expect((await send(id + 1_000, product.id)).status).toBe(404);
  expect(
    (await vendor.post(`${path}/${id}/pictures`, { body: formOf({ product_id: String(product.id) }) })).status,
  ).toBe(400);
  expect((await undo(id)).status, 'nothing was imported').toBe(409);
  await send(id, product.id);
  await finish(id);
  expect((await send(id, (await newProduct()).id)).body.code).toBe('import_conflict');
  await query(`UPDATE picture_imports SET changed_at = now() - interval '25 hours' WHERE id = $1`, [id]);
  expect((await vendor.get(path)).body[0]).toMatchObject({ undo_until: null });
  expect((await undo(id)).body.code).toBe('import_conflict');
  expect(await picturesOf(product.id)).toHaveLength(1);
});

it.each([
  ['no names', 'matches', { names: [] }],
  ['too many names', 'matches', { names: Array.from({ length: 201 }, () => 'a') }],
  ['a name that is a number', 'matches', { names: [1] }],
  ['no file', '', { file_key: 'a', pictures: 1 }],
  ['too many pictures', '', { file_name: 'a.zip', file_key: 'a', pictures: 2_001 }],
  ['half a picture', '', { file_name: 'a.zip', file_key: 'a', pictures: 0.5 }],
])('refuses %s', async (_, call, body) => {
  expect((await vendor.post(call ? `${path}/${call}` : path, { body })).status).toBe(400);
});

it('finishes an import that nobody continues, and keeps the former pictures while it can be undone', async () => {
  const product = await newProduct();
  await setPictures(product.id, ['#111']);
  const [former] = await picturesOf(product.id);
  const { id } = await start(5);
  await send(id, product.id);
  await finishAbandonedPictureImports();
  expect(await activities()).toEqual([]);
  await query(`UPDATE picture_imports SET changed_at = now() - interval '2 hours' WHERE id = $1`, [id]);
  await finishAbandonedPictureImports();
  expect((await activities()).map(({ after }) => after)).toEqual([{ pictures: 1 }]);

  await ageUploads();
  await clearOrphanPictures();
  expect(await isServed(former!)).toBe(true);
  await query(`UPDATE picture_imports SET changed_at = now() - interval '3 days' WHERE id = $1`, [id]);
  await clearOrphanPictures();
  expect(await isServed(former!)).toBe(false);
  expect(await isServed((await picturesOf(product.id))[0]!)).toBe(true);
});
