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
import { writtenAmount } from '../stock-amount.ts';
import { priceUnconfirmed } from '../refuse-free.ts';
import { lockCatalog } from '../variants.ts';
import { hashOf, makeBulkChange, namesOf } from './bulk-record.ts';
import { type BulkProducts, type BulkVariant, lockProducts, readProducts } from './lock-products.ts';
import { type Changed, isOfVariants, writeChanges } from './write-changes.ts';

type Chosen = { by: Session; shopId: number; products: readonly number[] };

/** The prices that a change would change, old and new. Throws DomainError `forbidden`, and what `readProducts` does. */
export async function previewPrices(request: Chosen & { change: PriceChange }): Promise<PricePreview> {
  requireRight('catalog', request.by, request.shopId);
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
  const { by, shopId, products, change, key } = request;
  requireRight('catalog', by, shopId);
  const claim = { shopId, userId: by.userId, key, body: [shopId, products, change], kind: change.kind };
  return makeBulkChange<BulkChangeView>(claim, async (client, id) => {
    const locked = await lockProducts(client, { shopId, ids: products });
    const { changed, refused } = await plan(client, request, locked);
    await writeChanges(client, { kind: change.kind, changed, actorId: by.actorId });
    const result = { id, kind: change.kind, ...counted(locked, { kind: change.kind, changed }), refused };
    if (changed.length > 0) await record(client, { request, locked, view: result });
    return { changed, result };
  });
}

type Planned = { changed: Changed[]; refused: RefusedRow[] };

async function plan(client: PoolClient, request: Request, { products, variants }: BulkProducts): Promise<Planned> {
  const { change, version, shopId } = request;
  if (change.kind === 'price') return planPriceChanges({ ...request, change }, variants);
  if (change.kind === 'stock') {
    if (version !== undefined && version !== hashOf(stocksToHash(variants))) {
      throw new DomainError('stock_changed', 'Stock has changed in the meantime. Please review it.');
    }
    const changed = variants.map((variant) => {
      const to = writtenAmount({ field: 'stock', amount: change.stock, unit: 'piece' }, variant);
      return { id: variant.id, from: variant.stock, to, content: variant.content };
    });
    return { changed: changed.filter(({ from, to }) => from !== to), refused: [] };
  }
  if (change.kind === 'published') return setAll(products, ({ isPublished }) => isPublished, change.published);
  if (change.kind === 'delete') return setAll(products, () => false, true);
  // Prevents merging or removing the category until the end of the transaction.
  await lockCatalog(client, shopId);
  const category = await findCategory(client, { shopId, form: change });
  return setAll(products, ({ categoryId }) => categoryId, category ?? null);
}

function setAll<Row extends { id: number }>(
  rows: readonly Row[],
  read: (row: Row) => Changed['from'],
  to: Changed['to'],
): Planned {
  const changed = rows.filter((row) => read(row) !== to).map((row) => ({ id: row.id, from: read(row), to }));
  return { changed, refused: [] };
}

type PriceRequest = Pick<Request, 'version' | 'isFreeConfirmed'> & { change: PriceChange };

function planPriceChanges(
  { change, version, isFreeConfirmed = false }: PriceRequest,
  variants: readonly BulkVariant[],
): Planned {
  if (version !== undefined && version !== hashOf(pricesToHash(variants))) {
    throw new DomainError('edit_conflict', 'Prices have changed in the meantime. Please review them.');
  }
  const planned = planPrices(variants, change);
  const accepted = planned.filter(({ refused }) => refused === null);
  if (!isFreeConfirmed && accepted.some(({ paise }) => paise === 0)) throw priceUnconfirmed();
  const changed = accepted.map(({ variant, paise }) => ({ id: variant.id, from: variant.pricePaise, to: paise }));
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
  const concerned = variants.filter(({ id, productId }) => ids.has(isOfVariants(kind) ? id : productId));
  return { products: new Set(concerned.map(({ productId }) => productId)).size, variants: concerned.length };
}

type Done = { request: Request; locked: BulkProducts; view: BulkChangeView };

async function record(client: PoolClient, { request: { by, shopId, change }, locked, view }: Done): Promise<void> {
  const entry = { shopId, actorId: by.actorId, subject: namesOf(locked.products) };
  const { id, products } = view;
  if (change.kind === 'delete') {
    // By its id, the screen of the activity log offers to restore them.
    const before = { bulk_change_id: id, products };
    return recordActivity(client, { ...entry, action: 'products.removed', before });
  }
  const after = { products, ...(await factsOf(client, change)) };
  return recordActivity(client, { ...entry, action: 'products.changed', after });
}

async function factsOf(client: PoolClient, change: BulkChange): Promise<Record<string, unknown>> {
  if (change.kind === 'price') return { [change.by === 'percent' ? 'percent' : 'price_difference']: change.value };
  if (change.kind === 'stock') return { stock: change.stock };
  if (change.kind === 'published') return { published: change.published };
  if (change.kind === 'category')
    return { category: (await Category.query(client).findById(change.category_id))?.name };
  return {};
}
