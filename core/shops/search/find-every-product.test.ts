import { packSizeOf, sizeSpellings } from '@haat/contract/catalog/pack-size';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSharedCatalog } from '../../catalog/load-shared-catalog.ts';
import { closeDatabase, connectDatabase, database } from '../../db/database.ts';
import { DEMO_MARKET } from '../../db/seeds/demo/demo-market.ts';
import { seedProducts, seedShops } from '../../db/seeds/seed-shops.ts';
import { searchMarket } from './search-market.ts';

/** A variant on sale. Its name begins with its brand, where it has one. */
type OnSale = { id: number; name: string; hindiName: string | null; brand: string | null; unit: string | null };

// Some brands are known for other goods, and some for none.
const BRANDS = ['Amul', 'Tata', 'Fortune', 'MDH', 'Dettol', 'Surf', 'Colgate', 'Bru', 'Parle', 'Kaveri', 'Sri Balaji'];

let onSale: OnSale[];
beforeAll(async () => {
  connectDatabase();
  onSale = await fill();
});
afterAll(closeDatabase);

describe('what is on sale is found', () => {
  it('by its own name', () =>
    each(
      () => true,
      async ({ id, name }) => {
        expect(idsOf(await find(name))).toContain(id);
      },
    ));

  it('by its name in Hindi', () =>
    each(
      ({ hindiName }) => hindiName !== null,
      async ({ id, hindiName }) => {
        expect(idsOf(await find(hindiName ?? ''))).toContain(id);
      },
    ));

  it('by its brand, alone and behind its name', () =>
    each(
      ({ brand }) => brand !== null,
      async ({ id, name, brand }) => {
        expect(idsOf(await find(brand ?? '', 50))).toContain(id);
        expect(idsOf(await find(`${name.replace(`${brand} `, '')} ${brand?.toLowerCase()}`))).toContain(id);
      },
    ));

  it('by its name and size, which is the one that is shown', () =>
    each(
      ({ unit }) => isSize(unit),
      async ({ id, name, unit }) => {
        for (const search of [`${name} ${unit}`, `${unit?.replace(' ', '')} ${name}`])
          expect((await find(search)).find((product) => product.id === id)).toMatchObject({ unitName: unit });
      },
    ));
});

/** Nothing that is found so is said to be missing. */
async function find(search: string, limit?: number) {
  const { products, instead } = await searchMarket({ search, ...(limit && { limit }) });
  expect(instead).toBeUndefined();
  return products;
}

const idsOf = (products: { id: number }[]): number[] => products.map(({ id }) => id);

const isSize = (unit: string | null): boolean => {
  const size = packSizeOf(unit ?? '');
  return unit !== null && size !== undefined && sizeSpellings(size).includes(unit.toLowerCase().replaceAll(' ', ''));
};

/** Any forty of them, and the same again with the seed that a failure names. */
const each = (isMeant: (one: OnSale) => boolean, check: (one: OnSale) => Promise<void>): Promise<void> =>
  fc.assert(fc.asyncProperty(fc.constantFrom(...onSale.filter(isMeant)), check), { numRuns: 40 });

/** The shops of the demo market, and one with all known products, each third of them of a brand. */
async function fill(): Promise<OnSale[]> {
  const client = await database().pool.connect();
  try {
    await client.query('BEGIN');
    await loadSharedCatalog(client);
    await seedProducts(client, await seedShops(client, DEMO_MARKET));
    await client.query(ADD_KNOWN, [BRANDS]);
    await client.query('COMMIT');
    return (await client.query<OnSale>(ON_SALE, [BRANDS])).rows;
  } finally {
    client.release();
  }
}

const ADD_KNOWN = `
  WITH shop AS (INSERT INTO shops (slug, name) VALUES ('all-goods', 'All Goods') RETURNING id),
  good AS (
    SELECT row_number() OVER (ORDER BY name) AS nth, name, min(category_id) AS category_id, array_agg(unit_id ORDER BY id) AS units
    FROM known_products GROUP BY name
  ),
  added AS (
    INSERT INTO products (shop_id, category_id, name)
    SELECT shop.id, category_id,
      CASE WHEN nth % 3 = 0 THEN ($1::text[])[1 + nth % cardinality($1::text[])] || ' ' || lower(name) ELSE name END
    FROM shop, good ORDER BY nth RETURNING id
  )
  INSERT INTO variants (product_id, unit_id, price_paise, stock, position)
  SELECT product.id, unit.id, 1000, 5, unit.nth
  FROM (SELECT id, row_number() OVER (ORDER BY id) AS nth FROM added) product
  JOIN good USING (nth) CROSS JOIN unnest(good.units) WITH ORDINALITY unit(id, nth)`;

const ON_SALE = `
  SELECT p.id, p.name, unit.name AS unit,
    (SELECT min(name_hi) FROM known_products known WHERE lower(known.name) = lower(p.name)) AS "hindiName",
    (SELECT brand FROM unnest($1::text[]) brand WHERE starts_with(p.name, brand || ' ')) AS brand
  FROM products p JOIN variants v ON v.product_id = p.id LEFT JOIN units unit ON unit.id = v.unit_id ORDER BY v.id`;
