import type { BulkChange, BulkChangeView, PricePreview, RefusedRow } from '@haat/contract/catalog/bulk-changes.calls';
import { planPrices, pricesToHash, stocksToHash, toPriceRow } from '@haat/contract/catalog/planned-prices';
import type { PriceChange } from '@haat/contract/catalog/price-change';
import type { PoolClient } from 'pg';
import { Category } from '../../db/catalog.models.ts';
import { DomainError } from '../../errors.ts';
import { recordActivity } from '../../activity/activity-log.ts';
import type { Session } from '../../accounts/session.ts';
import { requireRight } from '../../accounts/shop-rights.ts';
import { findCategory } from '../categories.ts';
import { changeCatalog } from '../change-catalog.ts';
import { priceUnconfirmed } from '../refuse-free.ts';
import { lockCatalog } from '../variants.ts';
import { claimKey, earlierResult, hashOf, storeResult } from './bulk-record.ts';
import { type BulkProducts, type BulkVariant, lockProducts, readProducts } from './lock-products.ts';
import { type Changed, setCategories, setDeleted, setPrices, setPublished, setStocks } from './write-changes.ts';

type Chosen = { by: Session; shopId: number; products: readonly number[] };

/** The prices that a change would change, old and new. Throws DomainError `forbidden`, and what `readProducts` does. */
export async function previewPrices(request: Chosen & { change: PriceChange }): Promise<PricePreview> {
  checkRights(request);
  const { variants } = await readProducts({ shopId: request.shopId, ids: request.products });
  const rows = planPrices(variants, request.change).map((planned) => toPriceRow(planned));
  return { version: hashOf(pricesToHash(variants)), rows };
}

type Request = Chosen & {
  change: BulkChange;
  /** The version of the prices or stock in the confirmed preview, or known to the device. */
  version?: string | undefined;
  isFreeConfirmed?: boolean | undefined;
  key?: string | undefined;
};

/**
 * Changes many products of a shop in one transaction, once per idempotency key, with one entry in its activity log; variants
 * that cannot have their new price stay unchanged and are named. Throws DomainError `forbidden`, `edit_conflict` when the prices
 * and `stock_changed` when the stock have changed since the preview, `price_unconfirmed` for prices of 0, `idempotency_conflict`
 * for a key of another change, and what `lockProducts` and `findCategory` do; then nothing is changed.
 */
export async function changeProducts(request: Request): Promise<BulkChangeView> {
  checkRights(request);
  const { by, shopId, products, change, key } = request;
  const bodyHash = hashOf(JSON.stringify([shopId, products, change]));
  const work = async (client: PoolClient) => {
    // A concurrent request with the same key waits here for the first one.
    const added = await claimKey(client, { shopId, userId: by.userId, key, bodyHash, kind: change.kind });
    if (!added)
      return { shopId, view: await earlierResult<BulkChangeView>(client, { userId: by.userId, key, bodyHash }) };
    const locked = await lockProducts(client, { shopId, ids: products });
    const { changed, refused } = await apply(client, request, locked);
    const view = { id: added.id, kind: change.kind, ...counted(locked, { kind: change.kind, changed }), refused };
    await storeResult(client, { id: added.id, changed, result: view });
    if (changed.length > 0) await record(client, { request, locked, view });
    return { shopId, view };
  };
  return (await changeCatalog(work)).view;
}

function checkRights({ by, shopId }: Pick<Chosen, 'by' | 'shopId'>): void {
  requireRight('catalog', by, shopId);
}

type Applied = { changed: Changed[]; refused: RefusedRow[] };

async function apply(client: PoolClient, request: Request, locked: BulkProducts): Promise<Applied> {
  const { change, by } = request;
  const { products, variants } = locked;
  if (change.kind === 'price') return changePrices(client, { ...request, change }, variants);
  if (change.kind === 'stock') {
    if (request.version !== undefined && request.version !== hashOf(stocksToHash(variants))) {
      throw new DomainError('stock_changed', 'Stock has changed in the meantime. Please review it.');
    }
    const changed = variants
      .filter(({ stock }) => stock !== change.stock)
      .map(({ id, stock }) => ({ id, from: stock, to: change.stock }));
    await setStocks(client, { changed, actorId: by.actorId });
    return { changed, refused: [] };
  }
  if (change.kind === 'published') {
    const changed = products
      .filter(({ isPublished }) => isPublished !== change.published)
      .map(({ id, isPublished }) => ({ id, from: isPublished, to: change.published }));
    await setPublished(client, changed);
    return { changed, refused: [] };
  }
  if (change.kind === 'category') {
    // Prevents merging or removing the category until the end of the transaction.
    await lockCatalog(client, request.shopId);
    const categoryId = await findCategory(client, { shopId: request.shopId, form: change });
    const changed = products
      .filter((product) => product.categoryId !== categoryId)
      .map(({ id, categoryId: from }) => ({ id, from, to: categoryId ?? null }));
    await setCategories(client, changed);
    return { changed, refused: [] };
  }
  const changed = products.map(({ id }) => ({ id, from: false, to: true }));
  await setDeleted(client, changed);
  return { changed, refused: [] };
}

type PriceRequest = Pick<Request, 'version' | 'isFreeConfirmed'> & { change: PriceChange };

async function changePrices(
  client: PoolClient,
  { change, version, isFreeConfirmed = false }: PriceRequest,
  variants: readonly BulkVariant[],
): Promise<Applied> {
  if (version !== undefined && version !== hashOf(pricesToHash(variants))) {
    throw new DomainError('edit_conflict', 'Prices have changed in the meantime. Please review them.');
  }
  const planned = planPrices(variants, change);
  const accepted = planned.filter(({ refused }) => refused === null);
  if (!isFreeConfirmed && accepted.some(({ paise }) => paise === 0)) throw priceUnconfirmed();
  const changed = accepted.map(({ variant, paise }) => ({ id: variant.id, from: variant.pricePaise, to: paise }));
  await setPrices(client, changed);
  const refused = planned.flatMap(({ variant: { id, productId, name }, refused: reason }) =>
    reason === null ? [] : [{ product_id: productId, variant_id: id, name, reason }],
  );
  return { changed, refused };
}

type Counts = { products: number; variants: number };

/** How many products, and variants of them, were changed. */
function counted(
  { variants }: BulkProducts,
  { kind, changed }: { kind: BulkChange['kind']; changed: Changed[] },
): Counts {
  const ids = new Set(changed.map(({ id }) => id));
  const isOfVariants = kind === 'price' || kind === 'stock';
  const concerned = variants.filter(({ id, productId }) => ids.has(isOfVariants ? id : productId));
  return { products: new Set(concerned.map(({ productId }) => productId)).size, variants: concerned.length };
}

type Done = { request: Request; locked: BulkProducts; view: BulkChangeView };

async function record(client: PoolClient, { request: { by, shopId, change }, locked, view }: Done): Promise<void> {
  const entry = { shopId, actorId: by.actorId, subject: namesOf(locked) };
  const { id, products } = view;
  if (change.kind === 'delete') {
    // By its id, the screen of the activity log offers to restore them.
    const before = { bulk_change_id: id, products };
    return recordActivity(client, { ...entry, action: 'products.removed', before });
  }
  const after = { products, ...(await factsOf(client, change)) };
  return recordActivity(client, { ...entry, action: 'products.changed', after });
}

const MOST_NAMES = 3;

function namesOf({ products }: BulkProducts): string {
  const names = products.slice(0, MOST_NAMES).map(({ name }) => name);
  return products.length > MOST_NAMES ? `${names.join(', ')}, …` : names.join(', ');
}

async function factsOf(client: PoolClient, change: BulkChange): Promise<Record<string, unknown>> {
  if (change.kind === 'price') return { [change.by === 'percent' ? 'percent' : 'price_difference']: change.value };
  if (change.kind === 'stock') return { stock: change.stock };
  if (change.kind === 'published') return { published: change.published };
  if (change.kind === 'category')
    return { category: (await Category.query(client).findById(change.category_id))?.name };
  return {};
}
