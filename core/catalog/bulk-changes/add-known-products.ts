import { articleOf } from '@haat/contract/catalog/barcode';
import type { AddedProducts, ChosenProduct } from '@haat/contract/catalog/catalog.calls';
import { MAX_PRODUCTS } from '@haat/contract/catalog/product-input';
import type { PoolClient } from 'pg';
import { many, sql } from '../../db/database.ts';
import { Product } from '../../db/catalog.models.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { requireRight } from '../../accounts/shop-rights.ts';
import { articleIn } from '../barcode.sql.ts';
import { makeBulkChange, namesOf } from './bulk-record.ts';
import { insertProducts, type NewRow } from '../insert-products.ts';
import { lockCatalog } from '../variants.ts';

type Request = { by: Session; shopId: number; products: readonly ChosenProduct[]; key: string | undefined };
type Refusal = AddedProducts['refused'][number]['reason'];

/**
 * Adds several products to a shop in one transaction, once per idempotency key, with one entry in its activity log. Products
 * that cannot be added are skipped and named. Throws DomainError `forbidden`, and `idempotency_conflict` for a key of another
 * request.
 */
export async function addKnownProducts({ by, shopId, products, key }: Request): Promise<AddedProducts> {
  requireRight('catalog', by, shopId);
  const claim = { shopId, userId: by.userId, key, body: [shopId, products], kind: 'add' };
  return makeBulkChange<AddedProducts>(claim, async (client) => {
    // Keeps the checked facts unchanged until the products are stored.
    await lockCatalog(client, shopId);
    const checked = await checkRows(client, shopId, products);
    const accepted = checked.filter(({ refused }) => refused === null);
    const rows = accepted.map(({ product, picture, nameHi }) => toRow(product, picture, nameHi));
    const ids = rows.length > 0 ? await insertProducts(client, { shopId, actorId: by.actorId, products: rows }) : [];
    if (ids.length > 0) {
      const after = { products: ids.length };
      const subject = namesOf(accepted.map(({ product }) => product));
      await recordActivity(client, { shopId, actorId: by.actorId, action: 'products.added', subject, after });
    }
    const result = {
      added: accepted.flatMap(({ row }, nth) => (ids[nth] === undefined ? [] : [{ row, id: ids[nth] }])),
      refused: checked.flatMap(({ row, product: { name }, refused: reason }) =>
        reason ? [{ row, name, reason }] : [],
      ),
    };
    return { changed: [], result };
  });
}

function toRow(product: ChosenProduct, picture: string | null, nameHi: string | null): NewRow {
  const { name, category_id, unit, mrp, barcode, price, stock } = product;
  const details = nameHi === null ? {} : { details: { hindi_name: nameHi } };
  const form = {
    name,
    ...(category_id && { category_id }),
    ...details,
    variants: [{ unit, mrp, barcode, price, stock }],
  };
  return { form, pictures: picture === null ? [] : [`/images/catalog/${picture}-320.webp`] };
}

type CheckedRow = {
  row: number;
  product: ChosenProduct;
  refused: Refusal | null;
  picture: string | null;
  nameHi: string | null;
};

/** For each row, the reason if it cannot be added, and its data from the shared catalog. Earlier rows of the list count, too. */
async function checkRows(
  client: PoolClient,
  shopId: number,
  products: readonly ChosenProduct[],
): Promise<CheckedRow[]> {
  const facts = await many(
    CHECK,
    { shopId, rows: JSON.stringify(products.map((each, row) => ({ ...each, row }))) },
    client,
  );
  let room = MAX_PRODUCTS - (await Product.query(client).where({ shopId, deletedAt: null }).resultSize());
  const articles = new Set<string>();
  const names = new Set<string>();
  return products.map((product, row) => {
    const fact = facts.find((each) => each.row === row);
    const nameKey = JSON.stringify([product.name.toLowerCase(), product.unit?.toLowerCase()]);
    const isTwice =
      names.has(nameKey) || (typeof product.barcode === 'string' && articles.has(articleOf(product.barcode)));
    const refused = reasonOf(product, { ...fact, isTwice, hasRoom: room > 0 });
    if (refused === null) {
      room -= 1;
      names.add(nameKey);
      if (product.barcode) articles.add(articleOf(product.barcode));
    }
    return { row, product, refused, picture: fact?.picture ?? null, nameHi: fact?.nameHi ?? null };
  });
}

type Facts = {
  row: number;
  isBarcodeTaken: boolean;
  isThere: boolean;
  hasCategory: boolean;
  picture: string | null;
  nameHi: string | null;
};

function reasonOf(
  { price, mrp }: ChosenProduct,
  fact: Partial<Facts> & { isTwice: boolean; hasRoom: boolean },
): Refusal | null {
  if (fact.isBarcodeTaken) return 'barcode_taken';
  if (fact.isThere || fact.isTwice) return 'already_there';
  if (typeof mrp === 'number' && price > mrp) return 'above_mrp';
  if (!fact.hasCategory) return 'category_missing';
  return fact.hasRoom ? null : 'catalog_limit_reached';
}

const CHECK = sql<{ shopId: number; rows: string }, Facts>(
  `SELECT w.row, k.picture, k.name_hi,
     w.barcode IS NOT NULL AND EXISTS (
       SELECT FROM variants v JOIN products p ON p.id = v.product_id
       WHERE ${articleIn('v.barcode')} = ${articleIn('w.barcode')} AND v.deleted_at IS NULL AND p.shop_id = :shopId AND p.deleted_at IS NULL
     ) AS is_barcode_taken,
     EXISTS (
       SELECT FROM products p JOIN variants v ON v.product_id = p.id AND v.deleted_at IS NULL
       LEFT JOIN units unit ON unit.id = v.unit_id
       WHERE p.shop_id = :shopId AND p.deleted_at IS NULL AND lower(p.name) = lower(w.name)
         AND lower(unit.name) IS NOT DISTINCT FROM lower(w.unit)
     ) AS is_there,
     w.category_id IS NULL OR EXISTS (
       SELECT FROM categories c WHERE c.id = w.category_id AND (c.shop_id IS NULL OR c.shop_id = :shopId)
     ) AS has_category
   FROM jsonb_to_recordset(:rows::jsonb)
     AS w(row integer, known_id bigint, name text, category_id bigint, unit text, barcode text)
   LEFT JOIN known_products k ON k.id = w.known_id AND k.hidden_at IS NULL`,
);
