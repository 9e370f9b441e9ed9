import type { DetailsDraft, ProductChange } from '@haat/contract/catalog/product-forms.calls';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { loggedStock } from '@haat/contract/catalog/stock-unit';
import type { PoolClient } from 'pg';
import { many, one, run, sql } from '../db/database.ts';
import { Product, Variant } from '../db/catalog.models.ts';
import { CLOCK_TIME, NOW } from '../db/table.ts';
import { DomainError } from '../errors.ts';
import { differences, recordActivity } from '../activity/activity-log.ts';
import type { Session } from '../accounts/session.ts';
import { may } from '../accounts/shop-rights.ts';
import { findCategory } from './categories.ts';
import { changeCatalog } from './change-catalog.ts';
import { findOrAddOptions } from './options.ts';
import { desiredPictures, removePictures, savePictures, unusedPictures, withNewPictures } from './product-pictures.ts';
import {
  checkCatalogLimit,
  type LockedProduct,
  lockProduct,
  productFacts,
  readShopProduct,
  variantName,
} from './product.ts';
import { refuseFree } from './refuse-free.ts';
import {
  applyChange,
  claimBarcodes,
  desiredVariants,
  lockCatalog,
  refuseAboveMrp,
  saveVariants,
  type StockSource,
  type VariantChange,
} from './variants.ts';

type Request = { id: number; by: Session; form: ProductChange; pictures?: readonly Buffer[] };

/**
 * Changes the fields of a product that the form has. Throws DomainError `not_found` for products of other shops, `forbidden`
 * for a form that names another shop, `edit_conflict` and `stock_changed` (with the product in its current state, as
 * `current`) when it was changed since the editor read it, and what `addProduct` throws; then nothing is changed.
 */
export async function changeProduct({ id, by, form, pictures = [] }: Request): Promise<ShopProduct> {
  const { product, unused } = await withNewPictures({ userId: by.userId, pictures }, (added) =>
    changeCatalog(async (client) => {
      const locked = await lockProduct(client, { id, by });
      const { product: before } = locked;
      refuseConflict(before, form);
      const after = await updateProduct(client, { locked, actorId: by.actorId, form, added });
      refuseFree({ before, after, isConfirmed: form.confirm_free !== undefined });
      const what = differences(productFacts(before), productFacts(after));
      const entry = { shopId: before.shopId, actorId: by.actorId, subject: after.name };
      if (what) await recordActivity(client, { ...entry, action: 'product.changed', ...what });
      return { shopId: before.shopId, product: after, unused: await unusedPictures(client, before, after) };
    }),
  );
  await removePictures(unused);
  return product;
}

function refuseConflict(product: ShopProduct, form: ProductChange): void {
  if (form.shop_id !== undefined && form.shop_id !== product.shopId) {
    throw new DomainError('forbidden', 'This product belongs to another shop.');
  }
  if (form.version !== undefined && form.version !== product.version) {
    const text = 'Someone else changed this product in the meantime. Review it before you save.';
    throw new DomainError('edit_conflict', text, { current: product });
  }
}

/** `added`: the paths of new pictures. `source`: see `saveVariants`. */
type Update = {
  locked: LockedProduct;
  actorId: number;
  form: ProductChange;
  added?: readonly string[];
  source?: StockSource;
};

/** Stores the change of a locked product; the caller records the activity. Throws what `changeProduct` does. */
export async function updateProduct(client: PoolClient, update: Update): Promise<ShopProduct> {
  const { locked, form, added = [] } = update;
  const { id, shopId, pictures: stored, details: before } = locked.product;
  const pictures = desiredPictures({ form, stored, added });
  // Prevents merging or removing the shop's categories and units until the end of the transaction.
  await lockCatalog(client, shopId);
  await updateVariants(client, update);
  const categoryId = await findCategory(client, { shopId, form, product: locked.product });
  const { name, description, remove_description: removeDescription } = form;
  const details = { ...before, ...form.details };
  const columns = { id, name, description, removeDescription, categoryId, image: pictures[0], ...details };
  await run(UPDATE, columns, client);
  if (pictures.join('\n') !== stored.join('\n')) await savePictures(client, { productId: id, pictures });
  return readShopProduct(id, client);
}

async function updateVariants(client: PoolClient, { locked, actorId, form, source }: Update): Promise<void> {
  const { product, variants: stored } = locked;
  const { id: productId, shopId } = product;
  const options = await findOrAddOptions(client, { shopId, actorId, forms: [form] });
  const desired = desiredVariants({ form, stored, options, product });
  // An unchanged one, too: products of earlier versions may have two forms of one number.
  const barcodes = [form, ...(form.variants ?? [])].map(({ barcode = null }) => barcode);
  await claimBarcodes(client, { shopId, productId, barcodes });
  await saveVariants(client, { productId, actorId, stored, desired, source });
}

type Columns = Pick<ProductChange, 'name' | 'description'> &
  DetailsDraft & {
    id: number;
    removeDescription: string | undefined;
    categoryId: number | undefined;
    image: string | undefined;
  };

const UPDATE = sql<Columns>(
  `UPDATE products SET name = coalesce(:name::text, name),
     description = CASE WHEN :removeDescription::text IS NOT NULL THEN NULL
       ELSE coalesce(:description::text, description) END,
     category_id = coalesce(:categoryId::bigint, category_id),
     image = :image, hindi_name = :hindi_name, net_quantity = :net_quantity, maker_role = :maker_role,
     maker_name = :maker_name, maker_address = :maker_address, country_of_origin = :country_of_origin,
     fssai_licence = :fssai_licence, best_before = :best_before,
     updated_at = clock_timestamp()
   WHERE id = :id`,
);

type StockOrPrice = Pick<VariantChange, 'stock' | 'unit' | 'stockSeen' | 'pricePaise' | 'pricePaiseSeen'>;
type VariantRequest = { variantId: number; by: Session; change: StockOrPrice; isConfirmed?: boolean | undefined };

/**
 * Sets the stock or the price of one variant; returns its product. Throws DomainError `not_found` for variants of other
 * shops, `stock_changed` and `edit_conflict` (with the product in its current state, as `current`) when it is not what the
 * editor saw, `invalid_input` for a price above the printed maximum, and what `refuseFree` does.
 */
export async function changeVariant({
  variantId,
  by,
  change,
  isConfirmed = false,
}: VariantRequest): Promise<ShopProduct> {
  const owner = await Variant.query().findById(variantId).select('productId');
  if (!owner) throw notFound();
  return changeCatalog(async (client) => {
    const { product: before, variants } = await lockProduct(client, { id: owner.productId, by });
    const stored = variants.find((variant) => variant.id === variantId);
    if (!stored) throw notFound();
    const desired = applyChange(stored, { change }, before);
    refuseAboveMrp(desired);
    await saveVariants(client, { productId: before.id, actorId: by.actorId, stored: [stored], desired: [desired] });
    // An edit form sends prices back and must not undo this one; for each stock it sends the seen value.
    if (desired.pricePaise !== stored.pricePaise)
      await Product.query(client).findById(before.id).patch({ updatedAt: CLOCK_TIME });
    const after = await readShopProduct(before.id, client);
    refuseFree({ before, after, isConfirmed });
    await recordVariantChange(client, { before, after, variantId, actorId: by.actorId });
    return after;
  });
}

type VariantChanged = { before: ShopProduct; after: ShopProduct; variantId: number; actorId: number };

async function recordVariantChange(client: PoolClient, changed: VariantChanged): Promise<void> {
  const { before, after, variantId, actorId } = changed;
  const find = ({ variants }: ShopProduct) => variants.find(({ id }) => id === variantId);
  const [from, to] = [find(before), find(after)];
  if (!from || !to) return;
  const what = differences(priceAndStock(from), priceAndStock(to));
  if (!what) return;
  const name = variantName(to);
  const subject = name === null ? after.name : `${after.name} (${name})`;
  const action = from.price === to.price ? 'stock.changed' : 'product.changed';
  await recordActivity(client, { shopId: after.shopId, actorId, action, subject, ...what });
}

const priceAndStock = ({ price, stock_amount: amount, stock_unit: unit }: ShopProduct['variants'][number]) => ({
  price,
  stock: loggedStock(amount, unit),
});

type PublishRequest = { id: number; by: Session; published: boolean };

/** Publishes or hides a product. Throws DomainError `not_found` for products of other shops. */
export function publishProduct({ id, by, published }: PublishRequest): Promise<ShopProduct> {
  return changeCatalog(async (client) => {
    const { product } = await lockProduct(client, { id, by });
    if (product.published === published) return product;
    await setPublished(client, { id, published });
    const entry = { shopId: product.shopId, actorId: by.actorId, subject: product.name };
    const what = { before: { published: product.published }, after: { published } };
    await recordActivity(client, { ...entry, action: 'product.changed', ...what });
    return readShopProduct(id, client);
  });
}

/** The same inside another change; the caller records the activity. */
export async function setPublished(
  client: PoolClient,
  { id, published }: { id: number; published: boolean },
): Promise<void> {
  await Product.query(client).findById(id).patch({ isPublished: published, updatedAt: CLOCK_TIME });
}

/**
 * Removes a product from its shop, until `restoreProduct` brings it back; past orders still show it. Throws DomainError
 * `not_found` for removed products and products of other shops.
 */
export async function removeProduct({ id, by }: { id: number; by: Session }): Promise<void> {
  await changeCatalog(async (client) => {
    const { product } = await lockProduct(client, { id, by });
    const { shopId, name: subject } = product;
    await Product.query(client).findById(id).patch({ deletedAt: NOW, updatedAt: CLOCK_TIME });
    const entry = { shopId, actorId: by.actorId, subject };
    // By its id, the screen of the activity log offers to restore it.
    await recordActivity(client, { ...entry, action: 'product.removed', before: { product_id: id } });
    return { shopId };
  });
}

/**
 * Restores a removed product. Does nothing if it was not removed. Throws DomainError `not_found` for products of other shops,
 * `barcode_taken` when another product now has its barcode, and `catalog_limit_reached`.
 */
export function restoreProduct({ id, by }: { id: number; by: Session }): Promise<ShopProduct> {
  return changeCatalog(async (client) => {
    const row = await one(LOCK_REMOVED, { id }, client);
    if (!row || !may('catalog', by, row.shopId)) throw notFound();
    if (!row.deletedAt) return readShopProduct(id, client);
    const { shopId } = row;
    // The variants are locked first, in the order in which orders lock them: writing the product locks the catalog.
    const barcodes = (await many(LOCK_BARCODES, { id }, client)).map(({ barcode }) => barcode);
    await claimBarcodes(client, { shopId, productId: id, barcodes });
    await Product.query(client).findById(id).patch({ deletedAt: null, updatedAt: CLOCK_TIME });
    await checkCatalogLimit(client, shopId);
    const product = await readShopProduct(id, client);
    const entry = { shopId, actorId: by.actorId, subject: product.name };
    await recordActivity(client, { ...entry, action: 'product.restored', after: { product_id: id } });
    return product;
  });
}

const LOCK_REMOVED = sql<{ id: number }, { shopId: number; deletedAt: Date | null }>(
  'SELECT shop_id, deleted_at FROM products WHERE id = :id FOR NO KEY UPDATE',
);

const LOCK_BARCODES = sql<{ id: number }, { barcode: string | null }>(
  'SELECT barcode FROM variants WHERE product_id = :id AND deleted_at IS NULL ORDER BY id FOR NO KEY UPDATE',
);

const notFound = () => new DomainError('not_found', 'Product not found');
