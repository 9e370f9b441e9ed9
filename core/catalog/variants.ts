import { articleOf, isSameBarcode } from '@haat/contract/catalog/barcode';
import type { ProductChange, UnitDraft, VariantDraft } from '@haat/contract/catalog/product-forms.calls';
import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import {
  amountInStock,
  formatStock,
  keptBySize,
  PIECES,
  type StockAmount,
  type StockKept,
  type StockUnit,
} from '@haat/contract/catalog/stock-unit';
import { toPaise } from '@haat/contract/rupees';
import type { LedgerReason } from '@haat/contract/stock/stock';
import type { PoolClient } from 'pg';
import { one, run, sql } from '../db/database.ts';
import { Variant } from '../db/catalog.models.ts';
import { NOW } from '../db/table.ts';
import { DomainError, invalidField } from '../errors.ts';
import { articleIn } from './barcode.sql.ts';
import type { OptionIds } from './options.ts';
import { writtenAmount } from './stock-amount.ts';

/** A variant as its row has it. */
export type StoredVariant = {
  id: number;
  sizeId: number | null;
  colorId: number | null;
  unitId: number | null;
  pricePaise: number;
  mrpPaise: number | null;
  stock: number;
  barcode: string | null;
  position: number;
} & StockKept;

/** A variant to store; a new one has no id yet. */
type DesiredVariant = Omit<StoredVariant, 'id'> & { id: number | undefined };

/** The fields of a variant to change or to add; undefined leaves a field unchanged. `…Seen`: the value that the editor saw. */
export type VariantChange = Partial<Omit<StoredVariant, 'id' | 'position' | keyof StockKept>> & {
  /** Which `stock` and `stockSeen` are in; items by default. */
  unit?: StockUnit | null | undefined;
  stockSeen?: number | undefined;
  pricePaiseSeen?: number | undefined;
};

/** `stored`: in the order of the catalog, empty for a new product; `product`: its current state, for error details. */
type Given = { form: Partial<ProductChange>; stored: StoredVariant[]; options: OptionIds; product?: ShopProduct };
/** `packSize`: of a new one, the name of its unit or size. */
type Slot = { stored: StoredVariant | undefined; change: VariantChange; packSize?: string | null | undefined };

/**
 * All variants that a product has after a form was applied: the form's list when it has one, else the stored ones, the
 * first with the price, stock, unit and barcode of the form, and one for each of its units. Throws `invalid_input`,
 * `stock_changed`, `edit_conflict`.
 */
export function desiredVariants({ form, stored, options, product }: Given): DesiredVariant[] {
  const slots = form.variants
    ? form.variants.map((draft) => slotFromDraft(draft, stored, options))
    : slotsFromFields(form, stored, options);
  const desired = slots.map((slot, position) => ({ ...applyChange(slot.stored, slot, product), position }));
  refuseDuplicates(desired, stored);
  for (const variant of desired) refuseAboveMrp(variant);
  return desired;
}

function slotFromDraft(draft: VariantDraft, all: StoredVariant[], options: OptionIds): Slot {
  const stored = all.find(({ id }) => id === draft.id);
  if (typeof draft.id === 'number' && !stored) throw invalidField('variants', 'has an id of another product');
  const { size, color, unit, unit_id: unitId, barcode } = draft;
  const change = {
    sizeId: size && options.size(size),
    colorId: color && options.color(color),
    unitId: unit ? options.unit(unit) : unitId === undefined ? unit : unitId,
    mrpPaise: typeof draft.mrp === 'number' ? toPaise(draft.mrp) : draft.mrp,
    barcode,
    ...priceAndStock(draft),
  } as VariantChange;
  return { stored, change, packSize: draft.unit ?? draft.size };
}

// A product's own price, stock and unit are views of its first variant, and its units of the first variant in each.
function slotsFromFields(form: Partial<ProductChange>, stored: StoredVariant[], options: OptionIds): Slot[] {
  const slots: Slot[] = stored.map((each) => ({ stored: each, change: {} }));
  const first: Slot = slots[0] ?? { stored: undefined, change: {} };
  first.change = firstVariantChange(form, options);
  first.packSize = form.unit;
  const all = slots.length > 0 ? slots : [first];
  for (const unit of form.units ?? []) applyUnit(all, unit, options.unit(unit.name));
  return all;
}

function firstVariantChange(form: Partial<ProductChange>, options: OptionIds): VariantChange {
  const price = form.unitPrice ?? form.price;
  return {
    unitId: form.unit === undefined ? form.unit_id : options.unit(form.unit),
    pricePaise: price === undefined ? undefined : toPaise(price),
    stock: form.unitStock ?? form.stock,
    stockSeen: form.stock_seen,
    unit: form.stock_unit,
    barcode: form.barcode,
  };
}

function applyUnit(slots: Slot[], unit: UnitDraft, unitId: number): void {
  const change = { unitId, ...priceAndStock(unit) };
  const slot = slots.find(({ stored, change: { unitId: next } }) => (next ?? stored?.unitId) === unitId);
  if (slot) slot.change = { ...slot.change, ...withoutUnchanged(change, slot.stored) };
  else slots.push({ stored: undefined, change, packSize: unit.name });
}

// The edit form sends the first unit's price twice: unchanged in its list, and edited in its own field.
function withoutUnchanged(change: VariantChange, stored: StoredVariant | undefined): VariantChange {
  const isChanged = ([key, value]: [string, unknown]) =>
    value !== undefined && (stored as Record<string, unknown> | undefined)?.[key] !== value;
  return Object.fromEntries(Object.entries(change).filter(isChanged));
}

const priceAndStock = ({
  price,
  stock,
  stock_seen: seen,
  stock_unit: unit,
}: UnitDraft | VariantDraft): VariantChange => ({
  pricePaise: toPaise(price),
  unit,
  stock: stock ?? undefined,
  stockSeen: seen ?? undefined,
});

const NEW = {
  sizeId: null,
  colorId: null,
  unitId: null,
  mrpPaise: null,
  stock: 0,
  barcode: null,
  position: 0,
  ...PIECES,
};

/**
 * The variant with the change applied; a new one when none is stored. Throws `stock_changed` or `edit_conflict`, with the
 * product in its current state, when the editor saw another value than the one to replace, and `invalid_input` for a new one
 * without a price.
 */
export function applyChange(
  stored: StoredVariant | undefined,
  { change: given, packSize }: Pick<Slot, 'change' | 'packSize'>,
  product?: ShopProduct,
): DesiredVariant {
  const kept = stored ?? keptAsWritten(given, packSize);
  const change = inUnitOf(kept, given);
  const { stockSeen, pricePaiseSeen, ...fields } = change;
  const { stockUnit, content } = kept;
  const values = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const next = { id: stored?.id, ...NEW, ...stored, ...values, stockUnit, content } as DesiredVariant;
  if (next.pricePaise === undefined) throw invalidField('price', 'must not be empty');
  if (!stored) return next;
  if (isStale(stored.pricePaise, change.pricePaise, pricePaiseSeen)) {
    throw new DomainError('edit_conflict', 'The price has changed in the meantime. Please review it.', {
      current: product,
    });
  }
  // A form sends every stock back: an unedited one must not undo later sales.
  if (change.stock === stockSeen) return { ...next, stock: stored.stock };
  if (isStale(stored.stock, change.stock, stockSeen)) {
    const text = `The stock has changed in the meantime and is now ${formatStock(stored.stock, stored.stockUnit)}.`;
    throw new DomainError('stock_changed', text, { current: product });
  }
  return next;
}

/** How the stock of a new variant is kept: in pieces, or as much to an item as its size says where it was written in kg or litres. */
function keptAsWritten({ unit }: VariantChange, packSize: string | null | undefined): StockKept {
  if (!unit || unit === 'piece') return PIECES;
  const kept = keptBySize(packSize);
  if (kept?.stockUnit === unit) return kept;
  throw invalidField('stock', 'in kg or litres needs a unit such as 500 g, 1 kg or 1 l, which says what one item is');
}

/** The stock of a change in the unit in which it is kept. */
function inUnitOf(kept: StockKept & { stock?: number }, given: VariantChange): VariantChange {
  const { unit, stock, stockSeen, ...change } = given;
  const amountOf = (amount: number | undefined) =>
    amount === undefined ? undefined : writtenAmount({ field: 'stock', amount, unit }, kept);
  const seen = stockSeen === undefined ? undefined : seenAmount({ amount: stockSeen, unit: unit ?? 'piece' }, kept);
  return { ...change, stock: stock === stockSeen && stock !== undefined ? seen : amountOf(stock), stockSeen: seen };
}

/** The seen stock, to be compared. A screen that shows items does not show the part of one that is left. */
function seenAmount(seen: StockAmount, { stock, ...kept }: StockKept & { stock?: number }): number | undefined {
  const isItems = seen.unit === 'piece' && stock !== undefined && Math.floor(stock / kept.content) === seen.amount;
  return isItems ? stock : amountInStock(seen, kept);
}

const isStale = (stored: number, next: number | undefined, seen: number | undefined): boolean =>
  next !== undefined && seen !== undefined && stored !== seen && stored !== next;

function refuseDuplicates(desired: DesiredVariant[], stored: StoredVariant[]): void {
  const hasTwice = (values: (string | number)[]) => new Set(values).size < values.length;
  const present = (values: (string | number | null | undefined)[]) =>
    values.filter((value) => value !== null && value !== undefined);
  if (hasTwice(present(desired.map(({ id }) => id)))) throw invalidField('variants', 'has an id twice');
  if (hasTwice(desired.map(optionKey))) throw invalidField('variants', 'must differ in size, colour or unit');
  if (desired.some((variant) => repeatsBarcode(variant, desired, stored)))
    throw invalidField('barcode', 'is on two variants');
}

/** Whether a new barcode of a variant is of the same article as another variant. Two stored forms of one number stay as they are. */
function repeatsBarcode(variant: DesiredVariant, desired: DesiredVariant[], stored: StoredVariant[]): boolean {
  const { id, barcode } = variant;
  if (barcode === null || stored.some((each) => each.id === id && each.barcode === barcode)) return false;
  return desired.some((other) => other !== variant && other.barcode !== null && isSameBarcode(other.barcode, barcode));
}

/** Throws `invalid_input` for a price above the printed maximum. */
export function refuseAboveMrp({ mrpPaise, pricePaise }: Pick<DesiredVariant, 'mrpPaise' | 'pricePaise'>): void {
  if (mrpPaise !== null && mrpPaise < pricePaise) {
    throw invalidField('price', 'must not be above the MRP');
  }
}

// What customers choose by: no two variants of a product have the same.
const optionKey = ({ sizeId, colorId, unitId }: Pick<StoredVariant, 'sizeId' | 'colorId' | 'unitId'>): string =>
  [sizeId, colorId, unitId].join();

type Claim = { shopId: number; productId: number | undefined; barcodes: (string | null)[] };

/**
 * Makes sure that no other product of the shop is one of the articles, until the end of the transaction: concurrent claims
 * in the shop wait. Every change of a barcode must begin with it. Throws `barcode_taken`, with the product.
 */
export async function claimBarcodes(client: PoolClient, { shopId, productId, barcodes }: Claim): Promise<void> {
  const claimed = barcodes.filter((barcode) => barcode !== null);
  if (claimed.length === 0) return;
  await lockCatalog(client, shopId);
  const owner = await one(BARCODE_OWNER, { shopId, articles: claimed.map(articleOf), productId }, client);
  if (!owner) return;
  const details = { product: { id: owner.id, name: owner.name } };
  throw new DomainError('barcode_taken', `The barcode ${owner.barcode} belongs to ${owner.name}.`, details);
}

/** Locks the row that every change of the shop's variants locks by trigger. */
export async function lockCatalog(client: PoolClient, shopId: number): Promise<void> {
  await run(LOCK_CATALOG, { shopId }, client);
}

const LOCK_CATALOG = sql<{ shopId: number }>('SELECT FROM catalogs WHERE shop_id = :shopId FOR NO KEY UPDATE');

const BARCODE_OWNER = sql<
  { shopId: number; articles: string[]; productId: number | undefined },
  { id: number; name: string; barcode: string }
>(
  `SELECT p.id, p.name, v.barcode FROM variants v JOIN products p ON p.id = v.product_id
   WHERE ${articleIn('v.barcode')} = ANY(:articles::text[]) AND v.deleted_at IS NULL AND p.shop_id = :shopId AND p.deleted_at IS NULL
     AND p.id IS DISTINCT FROM :productId::bigint
   ORDER BY p.id LIMIT 1`,
);

/** `source`: what changes the stock, for the ledger; an edit of the product by default. */
export type StockSource = Extract<LedgerReason, 'adjustment' | 'import'>;
type Saving = {
  productId: number;
  actorId: number;
  stored: StoredVariant[];
  desired: DesiredVariant[];
  source?: StockSource | undefined;
};

/**
 * Replaces the variants of a locked product: missing ones are taken off sale (past orders refer to them), others are
 * changed or added. Each change of stock gets its row in the ledger.
 */
export async function saveVariants(client: PoolClient, saving: Saving): Promise<void> {
  const { productId, actorId, stored, desired, source = 'adjustment' } = saving;
  const next = new Map(desired.map((variant) => [variant.id, variant]));
  const parked = stored.filter((variant) => {
    const after = next.get(variant.id);
    return !after || optionKey(after) !== optionKey(variant);
  });
  // Variants with other options are parked, too, for a moment: two of them may swap theirs.
  const ids = parked.map(({ id }) => id);
  if (ids.length > 0) await Variant.query(client).whereIn('id', ids).patch({ deletedAt: NOW });
  const changed = desired.filter((variant) => isChanged(variant, stored));
  if (changed.length > 0) await run(CHANGE, { rows: JSON.stringify(changed), actorId, source }, client);
  const added = desired.filter(({ id }) => id === undefined);
  if (added.length > 0) await addVariants(client, { actorId, added: added.map((each) => ({ ...each, productId })) });
}

type Adding = { actorId: number; added: readonly (DesiredVariant & { productId: number })[] };

/** Adds variants, of one product or of several, with their first stock in the ledger. */
export async function addVariants(client: PoolClient, { actorId, added }: Adding): Promise<void> {
  await run(ADD, { rows: JSON.stringify(added), actorId }, client);
}

function isChanged(desired: DesiredVariant, stored: StoredVariant[]): boolean {
  const before = stored.find(({ id }) => id === desired.id);
  return (
    before !== undefined && Object.entries(before).some(([key, value]) => desired[key as keyof StoredVariant] !== value)
  );
}

const ROWS = `jsonb_to_recordset(:rows::jsonb) AS w(
     id bigint, "sizeId" bigint, "colorId" bigint, "unitId" bigint, "pricePaise" bigint, "mrpPaise" bigint, stock integer,
     barcode text, position integer, "productId" bigint, "stockUnit" text, content integer)`;

const CHANGE = sql<{ rows: string; actorId: number; source: StockSource }>(
  `WITH moved AS (
     INSERT INTO stock_ledger (variant_id, delta, reason, actor_id)
     SELECT v.id, w.stock - v.stock, :source::text, :actorId
     FROM ${ROWS} JOIN variants v ON v.id = w.id WHERE w.stock <> v.stock
   )
   UPDATE variants v SET size_id = w."sizeId", color_id = w."colorId", unit_id = w."unitId",
     price_paise = w."pricePaise", mrp_paise = w."mrpPaise", stock = w.stock, barcode = w.barcode,
     position = w.position, deleted_at = NULL
   FROM ${ROWS} WHERE v.id = w.id`,
);

const ADD = sql<{ rows: string; actorId: number }>(
  `WITH added AS (
     INSERT INTO variants (product_id, size_id, color_id, unit_id, price_paise, mrp_paise, stock, barcode, position, stock_unit,
       content)
     SELECT w."productId", w."sizeId", w."colorId", w."unitId", w."pricePaise", w."mrpPaise", w.stock, w.barcode, w.position,
       w."stockUnit", w.content
     FROM ${ROWS}
     RETURNING id, stock
   )
   INSERT INTO stock_ledger (variant_id, delta, reason, actor_id)
   SELECT id, stock, 'opening', :actorId FROM added WHERE stock > 0`,
);
