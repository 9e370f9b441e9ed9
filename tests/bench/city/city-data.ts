import { database } from '@haat/core/db/database';
import { DEMO_MARKET } from '@haat/core/db/seeds/demo/demo-market';
import { CITY } from './evening.ts';

/** A person who is logged in: the contents of their access token. */
export type Person = { userId: number; sessionId: string; email: string; shopId: number; shopSlug: string };
export type CityProduct = { productId: number; pricePaise: number };
export type CityShop = {
  id: number;
  slug: string;
  latitude: number;
  longitude: number;
  vendor: Person;
  products: CityProduct[];
};
export type CityData = { shops: CityShop[]; customers: Person[] };

const PRODUCTS_PER_SHOP = 40;
const CUSTOMERS_PER_CITY = 5_000;

/**
 * Adds the shops and customers of a number of cities to the existing ones, in a few statements. Each shop has a vendor and 40
 * products. All users are logged in. A city is a square of 20 km in the Bay of Bengal, where there are no other shops.
 */
export async function addCities(data: CityData, cities: number): Promise<CityData> {
  const [shops, customers] = [Math.round(cities * CITY.shops), Math.round(cities * CUSTOMERS_PER_CITY)];
  const run = Date.now().toString(36);
  await insertCategories();
  const { pool } = database();
  const names = DEMO_MARKET.flatMap((shop) => shop.products.map(({ name }) => name));
  const categories = DEMO_MARKET.flatMap((shop) => shop.products.map(({ category }) => category));
  const values = [
    run,
    data.shops.length,
    data.shops.length + shops - 1,
    PRODUCTS_PER_SHOP,
    names,
    categories,
    CITY.shops,
  ];
  await pool.query(INSERT_SHOPS, values);
  await pool.query(INSERT_VENDORS, [run]);
  await pool.query(INSERT_CUSTOMERS, [run, customers]);
  await pool.query('ANALYZE shops, products, variants, stock_ledger, users, shop_members, sessions');
  const added = {
    shops: (await pool.query<CityShop>(READ_SHOPS, [run])).rows,
    customers: (await pool.query<Person>(READ_CUSTOMERS, [run])).rows,
  };
  if (added.shops.length !== shops || added.customers.length !== customers) throw new Error('The city is not complete');
  return { shops: [...data.shops, ...added.shops], customers: [...data.customers, ...added.customers] };
}

async function insertCategories(): Promise<void> {
  const names = DEMO_MARKET.flatMap((shop) => shop.products.map(({ category }) => category));
  await database().pool.query(
    'INSERT INTO categories (name) SELECT DISTINCT name FROM unnest($1::text[]) name ON CONFLICT DO NOTHING',
    [names],
  );
}

// Shops number $2 to $3, $7 in each city; the tenth city begins a new column.
const INSERT_SHOPS = `
  WITH article AS (
    SELECT (row_number() OVER ())::int AS nth, a.name, c.id AS category_id
    FROM unnest($5::text[], $6::text[]) a(name, category)
    JOIN categories c ON c.name = a.category AND c.shop_id IS NULL AND c.parent_id IS NULL
  ), shop AS (
    INSERT INTO shops (slug, name, latitude, longitude, reach_metres, remind_seconds, alert_seconds)
    SELECT 'city-' || $1::text || '-' || n, 'City shop ' || n,
      11 + n / $7::int % 10 * 0.5 + n % $7::int % 40 * 0.0045, 84 + n / $7::int / 10 * 0.5 + n % $7::int / 40 * 0.0037,
      2000 + n % 3000, 3600, 3600
    FROM generate_series($2::int, $3::int) n RETURNING id
  ), product AS (
    INSERT INTO products (shop_id, category_id, name)
    SELECT shop.id, article.category_id, article.name
    FROM shop CROSS JOIN generate_series(1, $4::int) n
    JOIN article ON article.nth = 1 + (shop.id * 37 + n) % (SELECT count(*) FROM article)
    RETURNING id
  ), variant AS (
    INSERT INTO variants (product_id, price_paise, stock) SELECT id, 2000 + id % 40 * 500, 1000000 FROM product RETURNING id, stock
  )
  INSERT INTO stock_ledger (variant_id, delta, reason) SELECT id, stock, 'opening' FROM variant`;

const INSERT_VENDORS = `
  WITH vendor AS (
    INSERT INTO users (email, name)
    SELECT slug || '@haat.example', 'Test Vendor' FROM shops WHERE slug LIKE 'city-' || $1::text || '-%' RETURNING id, email
  ), member AS (
    INSERT INTO shop_members (user_id, shop_id, role)
    SELECT v.id, s.id, 'vendor' FROM vendor v JOIN shops s ON v.email = s.slug || '@haat.example'
    RETURNING user_id, shop_id
  )
  INSERT INTO sessions (user_id, shop_id, expires_at) SELECT user_id, shop_id, now() + interval '1 day' FROM member`;

const INSERT_CUSTOMERS = `
  WITH customer AS (
    INSERT INTO users (email, name)
    SELECT 'customer-' || $1::text || '-' || n || '@haat.example', 'Test Customer' FROM generate_series(1, $2::int) n
    RETURNING id
  )
  INSERT INTO sessions (user_id, shop_id, expires_at)
  SELECT id, (SELECT min(id) FROM shops WHERE slug LIKE 'city-' || $1::text || '-%'), now() + interval '1 day' FROM customer`;

const PERSON = `'userId', u.id, 'sessionId', e.id, 'email', u.email, 'shopId', s.id, 'shopSlug', s.slug`;

const READ_SHOPS = `
  SELECT s.id, s.slug, s.latitude, s.longitude, json_build_object(${PERSON}) AS vendor, products
  FROM shops s
  JOIN (
    SELECT p.shop_id, json_agg(json_build_object('productId', p.id, 'pricePaise', v.price_paise)) AS products
    FROM products p JOIN variants v ON v.product_id = p.id GROUP BY p.shop_id
  ) sold ON sold.shop_id = s.id
  JOIN users u ON u.email = s.slug || '@haat.example'
  JOIN sessions e ON e.user_id = u.id
  WHERE s.slug LIKE 'city-' || $1::text || '-%' ORDER BY s.id`;

const READ_CUSTOMERS = `
  SELECT u.id AS "userId", e.id AS "sessionId", u.email, s.id AS "shopId", s.slug AS "shopSlug"
  FROM users u JOIN sessions e ON e.user_id = u.id JOIN shops s ON s.id = e.shop_id
  WHERE u.email LIKE 'customer-' || $1::text || '-%' ORDER BY u.id`;
