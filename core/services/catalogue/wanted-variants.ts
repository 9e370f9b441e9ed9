import type { ProductChange, UnitDraft, VariantDraft } from '@haat/contract/api/product-forms.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import { toPaise } from '@haat/contract/rules/rupees';
import { invalidField } from '../../errors.ts';
import { applyChange } from './apply-change.ts';
import type { OptionIds } from './find-options.ts';
import { choiceOf, type StoredVariant, type VariantChange, type WantedVariant } from './stored-variant.ts';

/** `stored` in the order of the shelf, none for a product that is new; `product` as it is now, for who must be told. */
type Given = { form: Partial<ProductChange>; stored: StoredVariant[]; options: OptionIds; product?: ShopProduct };
type Slot = { stored: StoredVariant | undefined; change: VariantChange };

/**
 * All variants that a product shall have after a form: the whole list when the form has it, else those that are there, the
 * first one with the price, stock, unit and barcode of the form, and one for each of its units. Throws `invalid_input`,
 * `stock_changed`, `edit_conflict`. Spec sections 3 and 7.
 */
export function wantedVariants({ form, stored, options, product }: Given): WantedVariant[] {
  const slots = form.variants
    ? form.variants.map((draft) => slotOf(draft, stored, options))
    : slotsOfViews(form, stored, options);
  const wanted = slots.map((slot, position) => ({ ...applyChange(slot.stored, slot.change, product), position }));
  refuseTwins(wanted);
  return wanted;
}

function slotOf(draft: VariantDraft, all: StoredVariant[], options: OptionIds): Slot {
  const stored = all.find(({ id }) => id === draft.id);
  if (typeof draft.id === 'number' && !stored) throw invalidField('variants', 'has an id that is none of this product');
  const { size, color, unit, unit_id: unitId, barcode } = draft;
  const change = {
    sizeId: size && options.size(size),
    colorId: color && options.color(color),
    unitId: unit ? options.unit(unit) : unitId === undefined ? unit : unitId,
    mrpPaise: typeof draft.mrp === 'number' ? toPaise(draft.mrp) : draft.mrp,
    barcode,
    ...priceAndStock(draft),
  } as VariantChange;
  return { stored, change };
}

// The product's own price, stock… are views of its first variant, and its units of the first variant in each.
function slotsOfViews(form: Partial<ProductChange>, stored: StoredVariant[], options: OptionIds): Slot[] {
  const slots: Slot[] = stored.map((each) => ({ stored: each, change: {} }));
  const first = slots[0] ?? { stored: undefined, change: {} };
  first.change = changeOfFirst(form, options);
  const all = slots.length > 0 ? slots : [first];
  for (const unit of form.units ?? []) putUnit(all, unit, options.unit(unit.name));
  return all;
}

function changeOfFirst(form: Partial<ProductChange>, options: OptionIds): VariantChange {
  const price = form.unitPrice ?? form.price;
  return {
    unitId: form.unit === undefined ? form.unit_id : options.unit(form.unit),
    pricePaise: price === undefined ? undefined : toPaise(price),
    stock: form.unitStock ?? form.stock,
    stockSeen: form.stock_seen,
    barcode: form.barcode,
  };
}

function putUnit(slots: Slot[], unit: UnitDraft, unitId: number): void {
  const change = { unitId, ...priceAndStock(unit) };
  const slot = slots.find(({ stored, change: { unitId: next } }) => (next ?? stored?.unitId) === unitId);
  if (slot) slot.change = { ...slot.change, ...unlessSame(change, slot.stored) };
  else slots.push({ stored: undefined, change });
}

// The spec's form sends the first unit's price twice: as it was in the list, and as it was typed in its own field.
function unlessSame(change: VariantChange, stored: StoredVariant | undefined): VariantChange {
  const isNews = ([key, value]: [string, unknown]) =>
    value !== undefined && (stored as Record<string, unknown> | undefined)?.[key] !== value;
  return Object.fromEntries(Object.entries(change).filter(isNews));
}

const priceAndStock = ({ price, stock, stock_seen: seen }: UnitDraft | VariantDraft): VariantChange => ({
  pricePaise: toPaise(price),
  stock: stock ?? undefined,
  stockSeen: seen ?? undefined,
});

function refuseTwins(wanted: WantedVariant[]): void {
  const isTwice = (values: (string | number)[]) => new Set(values).size < values.length;
  const known = (values: (string | number | null | undefined)[]) =>
    values.filter((value) => value !== null && value !== undefined);
  if (isTwice(known(wanted.map(({ id }) => id)))) throw invalidField('variants', 'has an id twice');
  if (isTwice(wanted.map(choiceOf))) throw invalidField('variants', 'must differ in size, colour or unit');
  if (isTwice(known(wanted.map(({ barcode }) => barcode)))) throw invalidField('barcode', 'is on two variants');
  const isDear = ({ mrpPaise, pricePaise }: WantedVariant) => mrpPaise !== null && mrpPaise < pricePaise;
  if (wanted.some(isDear)) throw invalidField('price', 'must not be above the printed maximum (MRP)');
}
