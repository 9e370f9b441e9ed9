import { randomUUID } from 'node:crypto';
import { isOpenAt } from '@haat/contract/shops/opening-hours';
import { headWords, wordsOf } from '@haat/contract/fold-text';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bind, closeDatabase, connectDatabase, database } from '../../db/database.ts';
import { Product } from '../../db/catalog.models.ts';
import { Shop } from '../../db/shops.models.ts';
import { createCategory, createMember, createProduct, createPublicShop, createShop } from '../../test/factories.ts';
import { queryPlan } from '../../test/query-plan.ts';
import type { Session } from '../../accounts/session.ts';
import { changeProduct, publishProduct, removeProduct, restoreProduct } from '../../catalog/change-product.ts';
import { searchMarket, SIMILAR_WORDS } from './search-market.ts';
import { PRICED_SEARCH, SEARCH, type SearchParams } from './search.sql.ts';

const HERE = { latitude: 12.925, longitude: 77.593 };

let dairy: Shop;
beforeAll(() => void connectDatabase());
afterAll(closeDatabase);
beforeEach(async () => {
  await database().pool.query('TRUNCATE shops, search_words, categories CASCADE');
  dairy = await createPublicShop({ slug: 'malnad-dairy', name: 'Malnad Dairy' });
});

type Options = Omit<Parameters<typeof searchMarket>[0], 'search'>;
const names = async (search: string, options: Options = {}) =>
  (await searchMarket({ search, ...options })).products.map(({ name }) => name);
const shopSlugs = async (search: string, options: Options = {}) =>
  (await searchMarket({ search, ...options })).shops.map(({ slug }) => slug);

describe('what is found', () => {
  beforeEach(async () => {
    const milk = await createCategory({ name: 'Dairy', child: 'Milk' });
    await createProduct({ shop: dairy, name: 'Nandini Milk, toned 500 ml', categoryId: milk });
    await createProduct({ shop: dairy, name: 'Crème caramel' });
    await createProduct({ shop: dairy, name: 'Glucose Biscuits' });
    await createProduct({ shop: dairy, name: 'Sona Masoori Rice' });
    await createProduct({ shop: dairy, name: 'Tomato, local' });
    await createProduct({ shop: dairy, name: 'मूंगफली, गुड़' });
    await createProduct({ shop: dairy, name: 'Vitamin C tablets' });
    await createProduct({ shop: dairy, name: 'Price tags' });
  });

  it.each([
    ['milk', ['Nandini Milk, toned 500 ml']],
    ['MILK', ['Nandini Milk, toned 500 ml']],
    ['mil', ['Nandini Milk, toned 500 ml']],
    ['toned milk', ['Nandini Milk, toned 500 ml']],
    ['dairy nandini', ['Nandini Milk, toned 500 ml']],
    ['milk rice', ['Nandini Milk, toned 500 ml', 'Sona Masoori Rice']],
    ['creme', ['Crème caramel']],
    ['दूध', ['Nandini Milk, toned 500 ml']],
    ['doodh', ['Nandini Milk, toned 500 ml']],
    ['haalu', ['Nandini Milk, toned 500 ml']],
    ['chawal', ['Sona Masoori Rice']],
    ['akki', ['Sona Masoori Rice']],
    ['मूंगफली', ['मूंगफली, गुड़']],
    ['गुड', ['मूंगफली, गुड़']],
    ['vitamin c', ['Vitamin C tablets']],
    ['500 ml', ['Nandini Milk, toned 500 ml']],
  ])('%j finds %j', async (search, found) => expect(await names(search)).toEqual(found));

  it.each([
    ['amul milk', ['Nandini Milk, toned 500 ml'], { missing: ['amul'], showing: ['milk'] }],
    ['zzyzx biscuits', ['Glucose Biscuits'], { missing: ['zzyzx'], showing: ['biscuits'] }],
    ['zzyzx biscit', ['Glucose Biscuits'], { missing: ['zzyzx'], showing: ['biscit'] }],
    ['parle', ['Glucose Biscuits'], { missing: ['parle'], showing: ['biscuits'] }],
    ['fever tablet', [], undefined],
    ['na such thing', [], undefined],
    ['lg rice', ['Sona Masoori Rice'], { missing: ['lg'], showing: ['rice'] }],
    ['zzyzx', [], undefined],
  ])('for %j shows %j instead of what nothing has', async (search, found, instead) => {
    const answer = await searchMarket({ search });
    expect([answer.products.map(({ name }) => name), answer.instead]).toEqual([found, instead]);
  });

  it.each([
    ['milk 500ml', 'Nandini Milk, toned 500 ml'],
    ['rice 10 किलो', 'Sona Masoori Rice'],
    ['½ kg rice', 'Sona Masoori Rice'],
    ['tomato 1kg', 'Tomato, local'],
    ['tomatoes & rice', 'Tomato, local'],
    ['sonamasoori', 'Sona Masoori Rice'],
    ['sona-masoori', 'Sona Masoori Rice'],
    ['glu cose', 'Glucose Biscuits'],
    ['cuits', 'Glucose Biscuits'],
    ['tamaatar', 'Tomato, local'],
    ['moongfalli', 'मूंगफली, गुड़'],
    ['\u202emilk\u202c', 'Nandini Milk, toned 500 ml'],
  ])('%j finds %j', async (search, found) => expect(await names(search)).toContain(found));

  it.each([
    ['biscit', 'Glucose Biscuits'],
    ['biscutis', 'Glucose Biscuits'],
    ['mlik', 'Nandini Milk, toned 500 ml'],
    ['mlk', 'Nandini Milk, toned 500 ml'],
    ['dodh', 'Nandini Milk, toned 500 ml'],
    ['tomatoes', 'Tomato, local'],
    ['tamato', 'Tomato, local'],
    ['glucos biscit', 'Glucose Biscuits'],
    ['दुध', 'Nandini Milk, toned 500 ml'],
  ])('%j is recognized as a spelling mistake', async (search, found) => expect(await names(search)).toEqual([found]));

  it('does not take a different word for a spelling mistake', async () => {
    expect(await names('rice')).toEqual(['Sona Masoori Rice']);
    expect(await names('silk')).toEqual([]);
    expect(await names('501')).toEqual([]);
  });

  it.each(['', ' ', 'm', '%', '%%%', '_', "'; --", '\\', '*', '(', '₹', 'म', '💊'])(
    '%j finds nothing',
    async (search) => {
      expect(await searchMarket({ search })).toMatchObject({ products: [], shops: [] });
    },
  );

  it.each([
    ['%ilk', []],
    ['m_lk', []],
    ['mi%k', ['Nandini Milk, toned 500 ml']],
    ['nandin[aeiou]', ['Nandini Milk, toned 500 ml']],
    ['milk\\', ['Nandini Milk, toned 500 ml']],
    ["milk' OR '1'='1", ['Nandini Milk, toned 500 ml']],
    ['x'.repeat(99), []],
    [Array.from({ length: 33 }, (_, nth) => `a${nth}`).join(' '), []],
  ])('%j is text, not a pattern', async (search, found) => expect(await names(search)).toEqual(found));

  it('has all that a cart line needs', async () => {
    await createProduct({
      shop: dairy,
      name: 'Ghee',
      image: 'ghee-320.webp',
      variants: [
        { unit: '200 g', pricePaise: 150_00, stock: 0 },
        { unit: '500 g', pricePaise: 350_50, mrpPaise: 400_00, stock: 3 },
      ],
    });
    const { products } = await searchMarket({ search: 'ghee' });
    expect(products).toEqual([
      expect.objectContaining({
        name: 'Ghee',
        image: 'ghee-320.webp',
        pricePaise: 350_50,
        mrpPaise: 400_00,
        stock: 3,
        unitName: '500 g',
        sizeId: null,
        variantCount: 2,
        shop: expect.objectContaining({ id: dairy.id, slug: 'malnad-dairy', isOpen: true, distanceMetres: null }),
      }),
    ]);
  });
});

describe('what is never found', () => {
  const vendor = async (): Promise<Session> => {
    const { id: userId, email } = await createMember({ shop: dairy });
    const shop = { shopId: dairy.id, shopSlug: dairy.slug };
    return { userId, actorId: userId, email, ...shop, role: 'vendor', isPlatformAdmin: false, sessionId: randomUUID() };
  };

  it('a hidden product, until it is published', async () => {
    const by = await vendor();
    const { product } = await createProduct({ shop: dairy, name: 'Ghee' });
    await publishProduct({ id: product.id, by, published: false });
    expect(await names('ghee')).toEqual([]);
    await publishProduct({ id: product.id, by, published: true });
    expect(await names('ghee')).toEqual(['Ghee']);
  });

  it('a deleted product, until it is restored', async () => {
    const by = await vendor();
    const { product } = await createProduct({ shop: dairy, name: 'Ghee' });
    await removeProduct({ id: product.id, by });
    expect(await names('ghee')).toEqual([]);
    await restoreProduct({ id: product.id, by });
    expect(await names('ghee')).toEqual(['Ghee']);
  });

  it('a product by its earlier name', async () => {
    const by = await vendor();
    const { product } = await createProduct({ shop: dairy, name: 'Ghee' });
    await changeProduct({ id: product.id, by, form: { name: 'Butter' } });
    expect(await names('ghee')).toEqual([]);
    expect(await names('butter')).toEqual(['Butter']);
  });

  it('a product without a variant', async () => {
    const { variants } = await createProduct({ shop: dairy, name: 'Ghee' });
    await database().knex('variants').where({ id: variants[0]!.id }).update({ deletedAt: new Date() });
    expect(await names('ghee')).toEqual([]);
  });

  it.each([
    ['suspended', { suspendedAt: new Date() }],
    ['paused', { pausedAt: new Date() }],
  ])('a %s shop with its products', async (_, state) => {
    await createProduct({ shop: dairy, name: 'Ghee' });
    await Shop.query().patch(state).findById(dairy.id);
    expect(await searchMarket({ search: 'ghee' })).toMatchObject({ products: [], shops: [] });
    expect(await shopSlugs('malnad')).toEqual([]);
    await Shop.query().patch({ suspendedAt: null, pausedAt: null }).findById(dairy.id);
    expect(await names('ghee')).toEqual(['Ghee']);
    expect(await shopSlugs('malnad')).toEqual(['malnad-dairy']);
  });

  it('shops without a published product', async () => {
    const shop = await createShop({ slug: 'balaji', name: 'Balaji Stores' });
    await createProduct({ shop, isPublished: false });
    for (const place of [HERE, undefined]) expect(await shopSlugs('balaji', { place })).toEqual([]);
    await createProduct({ shop });
    for (const place of [HERE, undefined]) expect(await shopSlugs('balaji', { place })).toEqual(['balaji']);
  });

  it('the shop of the platform', async () => {
    await createPublicShop({ slug: 'haat', name: 'Haat', isPlatform: true });
    expect(await shopSlugs('haat')).toEqual([]);
  });
});

it('follows the names of categories', async () => {
  const categoryId = await createCategory({ name: 'Dairy', child: 'Milk' });
  await createProduct({ shop: dairy, name: 'Nandini blue', categoryId });
  expect(await names('dairy milk')).toEqual(['Nandini blue']);
  await database().knex('categories').where({ name: 'Dairy' }).update({ name: 'Fresh' });
  expect(await names('dairy')).toEqual([]);
  expect(await names('fresh')).toEqual(['Nandini blue']);
});

it('follows the shared Hindi names', async () => {
  const categoryId = await createCategory({ name: 'Dairy', child: 'Curd' });
  await createProduct({ shop: dairy, name: 'Set curd of a farm' });
  await database().pool.query(
    `WITH unit AS (INSERT INTO units (name) VALUES ('1 clay pot') RETURNING id)
     INSERT INTO known_products (name, name_hi, category_id, unit_id) SELECT 'Set curd of a farm', 'खट्टा', $1, id FROM unit`,
    [categoryId],
  );
  expect(await names('खट्टा')).toEqual(['Set curd of a farm']);
  await database().pool.query(`UPDATE known_products SET name_hi = 'मट्ठा' WHERE name = 'Set curd of a farm'`);
  expect([await names('मट्ठा'), await names('खट्टा')]).toEqual([['Set curd of a farm'], []]);
  await database().pool.query(`DELETE FROM known_products WHERE name = 'Set curd of a farm'`);
  expect(await names('मट्ठा')).toEqual([]);
});

describe('shops', () => {
  it('are found by name, slug, trade and address, and follow their changes', async () => {
    await createPublicShop({
      slug: 'SuratTextiles',
      name: 'सूरत वस्त्र',
      trade: 'Textiles',
      address: '4th Block, Jayanagar',
    });
    expect(await shopSlugs('malnad')).toEqual(['malnad-dairy']);
    expect(await shopSlugs('mlanad')).toEqual(['malnad-dairy']);
    expect(await shopSlugs('surat')).toEqual(['SuratTextiles']);
    expect(await shopSlugs('वस्त्र')).toEqual(['SuratTextiles']);
    expect(await shopSlugs('textiles jayanagar')).toEqual(['SuratTextiles']);
    await Shop.query().patch({ name: 'Coorg Dairy' }).findById(dairy.id);
    expect(await shopSlugs('coorg')).toEqual(['malnad-dairy']);
  });
});

describe('the order', () => {
  it('is by relevance: name and category, name, beginning of a word, category, similar spelling', async () => {
    const categoryId = await createCategory({ name: 'Dairy', child: 'Milk' });
    await createProduct({ shop: dairy, name: 'Curd', categoryId });
    await createProduct({ shop: dairy, name: 'Milkshake' });
    await createProduct({ shop: dairy, name: 'Milk chocolate' });
    await createProduct({ shop: dairy, name: 'Toned milk', categoryId });
    expect(await names('milk')).toEqual(['Toned milk', 'Milk chocolate', 'Milkshake', 'Curd']);
    await createProduct({ shop: dairy, name: 'Mlik' });
    expect(await names('mlik')).toEqual(['Mlik', 'Toned milk', 'Milk chocolate', 'Milkshake', 'Curd']);
  });

  it('prefers open shops, then what is in stock, the nearest and the cheapest', async () => {
    const now = new Date('2026-11-21T06:30:00Z'); // Noon in India.
    const near = await createShop({ ...HERE, openTime: '09:00', closeTime: '21:00' });
    const far = await createShop({ latitude: 12.935, longitude: 77.593 });
    const closed = await createShop({ ...HERE, openTime: '18:00', closeTime: '23:00' });
    await createProduct({ shop: closed, name: 'Ghee of the closed shop' });
    await createProduct({ shop: far, name: 'Ghee of the far shop' });
    await createProduct({ shop: near, name: 'Ghee, sold out', variants: [{ stock: 0, pricePaise: 100 }] });
    await createProduct({ shop: near, name: 'Ghee at 60', variants: [{ pricePaise: 6000 }] });
    await createProduct({ shop: near, name: 'Ghee at 50', variants: [{ pricePaise: 5000 }] });
    const order = ['Ghee at 50', 'Ghee at 60', 'Ghee of the far shop', 'Ghee, sold out', 'Ghee of the closed shop'];
    expect(await names('ghee', { place: HERE, now })).toEqual(order);
    expect(await names('ghee', { place: HERE, now, limit: 2 })).toEqual(order.slice(0, 2));
  });
});

it('searches, with a place, only the shops whose reach includes it', async () => {
  await createPublicShop({ slug: 'far-away', name: 'Malnad Far', latitude: 13.2, longitude: 77.593 });
  const nowhere = await createShop({ slug: 'nowhere', name: 'Malnad Nowhere', latitude: null, longitude: null });
  const far = await createShop({ latitude: 12.97, longitude: 77.593, reachMetres: 4000 });
  const wide = await createShop({ latitude: 12.97, longitude: 77.593, reachMetres: 6000 });
  for (const [shop, name] of [
    [dairy, 'Ghee here'],
    [far, 'Ghee out of reach'],
    [wide, 'Ghee within reach'],
    [nowhere, 'Ghee nowhere'],
  ] as const)
    await createProduct({ shop, name });
  expect(await names('ghee', { place: HERE })).toEqual(['Ghee here', 'Ghee within reach']);
  expect((await names('ghee')).toSorted()).toHaveLength(4);
  expect(await shopSlugs('malnad', { place: HERE })).toEqual(['malnad-dairy']);
  expect((await shopSlugs('malnad')).toSorted()).toEqual(['far-away', 'malnad-dairy', 'nowhere']);
  const { products } = await searchMarket({ search: 'ghee', place: HERE });
  expect(products[1]?.shop.distanceMetres).toBeCloseTo(5009.4, 0);
});

it('knows who is open as the list of shops does', async () => {
  const now = new Date('2026-11-21T12:00:00Z');
  for (const openTime of ['09:00', '18:00']) await createPublicShop({ name: 'Ghee', openTime, closeTime: '21:00' });
  const { shops } = await searchMarket({ search: 'ghee', now });
  expect(shops.map(({ isOpen }) => isOpen)).toEqual([true, false]);
  for (const { opening, isOpen } of shops) expect(isOpen).toBe(isOpenAt(opening, now));
});

it.each([
  'Milk, toned 500ml',
  'Toned milk of cows',
  'A2 milk (7up)',
  'Crème brûlée (ÉCLAIR) 2×250 g',
  'गुड़, मूंगफली। दाल-चावल',
  'ಹಾಲು, தயிர் 1/2',
  '“quoted” — dash… 7-up’s & Co. ₹20',
  'नम\u200cकीन',
  '💊 emoji, 日本 한국',
  'x'.repeat(200),
])('the database divides %j into the same words', async (text) => {
  const { rows } = await database().pool.query<{ words: string[]; head: string[] }>(
    `SELECT folded_words($1) AS words,
       coalesce(nullif(ordered_words(head_of(fold_text($1))), '{}'), ordered_words(fold_text($1))) AS head`,
    [text],
  );
  expect(rows[0]?.words.toSorted()).toEqual(wordsOf(text).toSorted());
  expect(rows[0]?.head).toEqual(headWords(text));
});

it('writes nothing to the index when stock or price changes', async () => {
  const { product, variants } = await createProduct({ shop: dairy, name: 'Ghee' });
  const versions = async () =>
    (await database().pool.query('SELECT xmin::text, word FROM product_words WHERE product_id = $1', [product.id]))
      .rows;
  const before = await versions();
  await database().knex('variants').where({ id: variants[0]!.id }).update({ stock: 5, pricePaise: 100 });
  await Product.query().patch({ description: 'New' }).findById(product.id);
  expect(await versions()).toEqual(before);
  expect((await searchMarket({ search: 'ghee' })).products[0]).toMatchObject({ stock: 5, pricePaise: 100 });
});

it('deletes the words of products and shops whose rows are deleted', async () => {
  const count = async (table: string) =>
    (await database().pool.query<{ count: number }>(`SELECT count(*) FROM ${table}`)).rows[0]?.count;
  await database().pool.query('TRUNCATE products CASCADE');
  await database().pool.query(`INSERT INTO products (shop_id, name) VALUES ($1, 'Ghee'), ($1, 'Curd')`, [dairy.id]);
  expect(await count('product_words')).toBe(2);
  await database().pool.query(`DELETE FROM products WHERE name = 'Ghee'`);
  expect(await count('product_words')).toBe(1);
  await database().pool.query('TRUNCATE shops CASCADE');
  expect([await count('product_words'), await count('shop_words')]).toEqual([0, 0]);
});

it('indexes all shops and products that one statement inserts', async () => {
  const { pool } = database();
  await pool.query(`INSERT INTO shops (slug, name) SELECT 'mill-' || n, 'Mill ' || n FROM generate_series(1, 30) n`);
  await pool.query(
    `WITH added AS (
       INSERT INTO products (shop_id, name) SELECT id, 'Atta of ' || name FROM shops WHERE slug LIKE 'mill-%' RETURNING id
     )
     INSERT INTO variants (product_id, price_paise, stock) SELECT id, 1000, 1 FROM added`,
  );
  expect(await names('atta', { limit: 50 })).toHaveLength(30);
  expect(await names('atta 17')).toEqual(['Atta of Mill 17']);
  expect(await shopSlugs('mill 17')).toEqual(['mill-17']);
});

it('is planned once per connection, whatever is searched', async () => {
  // Directly, as prepared statements belong to a session.
  const client = new pg.Client({ connectionString: database().directUrl });
  await client.connect();
  try {
    for (const [at, term] of ['milk', 'm', 'rice', 'ghee', 'soap', 'tea', 'salt', 'dal', 'oil', 'atta'].entries())
      await client.query(
        bind(SEARCH.near.one, {
          ...HERE,
          now: new Date(),
          numbers: [0],
          terms: [term],
          ends: [`${term}\u{10ffff}`],
          penalties: [0],
          needed: 1,
          strong: 1,
          sizes: [],
          limit: 1 + at,
        }),
      );
    const { rows } = await client.query('SELECT generic_plans, custom_plans FROM pg_prepared_statements');
    expect(rows).toEqual([{ generic_plans: 5, custom_plans: 5 }]);
  } finally {
    await client.end();
  }
});

it('reads the indexes at 100,000 products in 1,000 shops', async () => {
  await fill();
  const params: SearchParams = {
    ...HERE,
    now: new Date(),
    numbers: [0, 0],
    terms: ['milk', 'doodh'],
    ends: ['milk\u{10ffff}', 'doodh\u{10ffff}'],
    penalties: [0, 0],
    needed: 1,
    strong: 1,
    sizes: [],
    limit: 20,
    least: 0,
    most: 5_000,
  };
  const statements = [SEARCH, PRICED_SEARCH].flatMap(({ near, everywhere }) => [
    { isNear: true, statement: near.one },
    { isNear: true, statement: near.several },
    { isNear: false, statement: everywhere.one },
    { isNear: false, statement: everywhere.several },
  ]);
  for (const { isNear, statement } of statements) {
    const plan = await queryPlan(statement, params);
    expect(plan).toMatch(isNear ? /product_words_shop/ : /product_words_word/);
    expect(plan).toMatch(isNear ? /shop_words_shop/ : /shop_words_word/);
    expect(plan).toMatch(/search_words_pkey/);
    if (isNear) expect(plan).toMatch(/shops_nearby/);
    expect(plan).not.toMatch(/Seq Scan on (products|product_words|shop_words|search_words|variants)/);
    if (isNear) expect(plan).not.toMatch(/Seq Scan on shops/);
    // From this cost on, PostgreSQL compiles a statement before it runs it, which takes longer than the search.
    expect(Number(/cost=[\d.]+\.\.([\d.]+)/.exec(plan)?.[1])).toBeLessThan(100_000);
  }
  const similar = await queryPlan(SIMILAR_WORDS, {
    word: 'mlik',
    near: ['mlik', 'lik', 'mik', 'mlk', 'mli'],
    ending: '%mlik',
    isLong: false,
  });
  expect(similar).toMatch(/search_words_near/);
  expect((await searchMarket({ search: 'milk', place: HERE })).products).toHaveLength(20);
}, 120_000);

// A hundred products in each shop, 60 brands of 20,000 articles; most of the shops are too far away.
async function fill(): Promise<void> {
  const { pool } = database();
  await pool.query(
    `INSERT INTO shops (slug, name, latitude, longitude, reach_metres)
     SELECT 's' || n, 'Shop ' || md5(n::text), 12.85 + (n % 100) * 0.0025, 77.5 + (n / 100) * 0.02, 2000 + n % 4000
     FROM generate_series(1, 1000) n`,
  );
  for (let part = 0; part < 4; part += 1)
    await pool.query(
      `WITH added AS (
         INSERT INTO products (shop_id, name)
         SELECT shops.id, 'brand' || (shops.id * 31 + n) % 60 || ' ' ||
           CASE WHEN n <= 3 THEN 'milk' ELSE left(translate(md5(((shops.id * 100 + n) % 20000)::text), '0123456789', 'ghijklmnop'), 9) END
           || ' ' || n || ' g'
         FROM shops CROSS JOIN generate_series(1, 100) n WHERE shops.id % 4 = $1 RETURNING id
       )
       INSERT INTO variants (product_id, price_paise, stock) SELECT id, 1000 + id % 977, id % 7 FROM added`,
      [part],
    );
  await pool.query('VACUUM ANALYZE');
}
