import { articleOf } from '@haat/contract/catalog/barcode';
import { DETAIL_FIELDS, type NewProduct } from '@haat/contract/catalog/product-forms.calls';
import type { PoolClient } from 'pg';
import { many, sql } from '../db/database.ts';
import { DomainError } from '../errors.ts';
import { findCategory } from './categories.ts';
import { findOrAddOptions } from './options.ts';
import { desiredPictures, savePictures } from './product-pictures.ts';
import { checkCatalogLimit } from './product.ts';
import { addVariants, claimBarcodes, desiredVariants, lockCatalog } from './variants.ts';

/** `pictures`: the paths of stored ones. `published`: on sale immediately unless false. */
export type NewRow = { form: NewProduct; pictures?: readonly string[]; published?: boolean | undefined };

type Insertion = { shopId: number; actorId: number; products: readonly NewRow[] };

/** Stores one new product; returns its id. Throws what `insertProducts` throws. */
export async function insertProduct(
  client: PoolClient,
  { product, ...at }: { shopId: number; actorId: number; product: NewRow },
): Promise<number> {
  const [id] = await insertProducts(client, { ...at, products: [product] });
  if (id === undefined) throw new DomainError('internal', 'The product was not stored');
  return id;
}

/**
 * Stores new products of one shop with their variants and stock; returns their ids, in the same order. The caller records the
 * activity. The number of statements does not depend on the number of products. Throws `barcode_taken`, also for a barcode
 * that two of them have, `catalog_limit_reached`, and what `desiredVariants`, `findCategory` and `desiredPictures` throw.
 */
export async function insertProducts(client: PoolClient, insertion: Insertion): Promise<number[]> {
  const { shopId, actorId, products } = insertion;
  // Prevents merging or removing the shop's categories and units until the end of the transaction.
  await lockCatalog(client, shopId);
  const options = await findOrAddOptions(client, { shopId, actorId, forms: products.map(({ form }) => form) });
  const variants = products.map(({ form }) => desiredVariants({ form, stored: [], options }));
  const barcodes = variants.flatMap((each) => each.map(({ barcode }) => barcode));
  refuseTwice(barcodes);
  const categories = await findCategories(client, insertion);
  await claimBarcodes(client, { shopId, productId: undefined, barcodes });
  const pictures = products.map(({ pictures: added = [] }) => desiredPictures({ form: {}, stored: [], added }));
  const rows = products.map(({ form: { name, description, details }, published = true }, nth) => {
    const categoryId = categories[nth];
    return { ...details, nth, name, description, categoryId, image: pictures[nth]?.[0], published };
  });
  const added = await many(INSERT, { shopId, rows: JSON.stringify(rows) }, client);
  const ids = added.map(({ id }) => id).toSorted((a, b) => a - b);
  if (ids.length !== products.length) throw new DomainError('internal', 'The products were not stored');
  await checkCatalogLimit(client, shopId);
  await addVariants(client, {
    actorId,
    added: ids.flatMap((productId, nth) => (variants[nth] ?? []).map((variant) => ({ ...variant, productId }))),
  });
  for (const [nth, list] of pictures.entries()) {
    const productId = ids[nth];
    if (productId !== undefined && list.length > 1) await savePictures(client, { productId, pictures: list });
  }
  return ids;
}

function refuseTwice(barcodes: readonly (string | null)[]): void {
  const seen = new Set<string>();
  for (const barcode of barcodes) {
    if (barcode === null) continue;
    const article = articleOf(barcode);
    if (seen.has(article)) throw new DomainError('barcode_taken', `The barcode ${barcode} is on two products.`);
    seen.add(article);
  }
}

/** The category of each product; each of them is looked up once. */
async function findCategories(client: PoolClient, { shopId, products }: Insertion): Promise<(number | undefined)[]> {
  const found = new Map<string, number | undefined>();
  const keyOf = ({ form }: NewRow): string => JSON.stringify([form.category_id, form.category, form.subcategory]);
  for (const product of products) {
    const key = keyOf(product);
    if (!found.has(key)) found.set(key, await findCategory(client, { shopId, form: product.form }));
  }
  return products.map((product) => found.get(keyOf(product)));
}

// Rows get their ids in the order of the SELECT, so ascending ids match the order of the products.
const INSERT = sql<{ shopId: number; rows: string }, { id: number }>(
  `INSERT INTO products (shop_id, category_id, name, description, image, is_published, ${DETAIL_FIELDS.join(', ')}, updated_at)
   SELECT :shopId, w."categoryId", w.name, w.description, w.image, w.published,
     ${DETAIL_FIELDS.map((name) => `w.${name}`).join(', ')}, clock_timestamp()
   FROM jsonb_to_recordset(:rows::jsonb) AS w(nth integer, "categoryId" bigint, name text, description text, image text,
     published boolean, ${DETAIL_FIELDS.map((name) => `${name} text`).join(', ')})
   ORDER BY w.nth RETURNING id`,
);
