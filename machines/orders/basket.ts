import { keptOf, takenFromStock } from '@haat/contract/catalog/stock-unit';
import type { CounterConflict, CounterItem, CounterSaleBody } from '@haat/contract/orders/counter-sales.calls';
import type { Weighed } from '@haat/contract/catalog/scale-label';
import { orderedGrams } from '@haat/contract/orders/adjustment';
import { MAX_LINES, MAX_QUANTITY } from '@haat/contract/orders/cart';
import {
  type CounterPayment,
  MAX_SALE_GRAMS,
  type PaymentPart,
  packsOf,
  saleAmount,
} from '@haat/contract/orders/counter-sale';
import { toPaise, toRupees } from '@haat/contract/rupees';

/** `grams`: for a weighed item, whose quantity is the number of packs it takes; `chargedPaise`: the price of one, if changed. */
export type BasketLine = { item: CounterItem; quantity: number; grams?: number; chargedPaise?: number };

/**
 * The purchase of one customer at the counter. `lastId`: the variant that was added or changed last; `phone`: for the receipt.
 */
export type Basket = { lines: BasketLine[]; discountPaise: number; lastId?: number; phone?: string | undefined };

export const EMPTY_BASKET: Basket = { lines: [], discountPaise: 0 };

export const isEmpty = ({ lines }: Basket): boolean => lines.length === 0;

/** `weighed`: what the label of a scale says of each. */
export type Added = { item: CounterItem; quantity: number; weighed?: Weighed | undefined };

/** The basket with that many more of an item; unchanged if it cannot have another line. */
export function addItem(basket: Basket, { item, ...added }: Added): Basket {
  const present = basket.lines.find((line) => line.item.variant_id === item.variant_id);
  if (!present && basket.lines.length >= MAX_LINES) return basket;
  const line = present ?? { item, quantity: 0 };
  const lines = present ? basket.lines : [...basket.lines, line];
  return changeLine({ ...basket, lines }, item.variant_id, withMore(line, added));
}

/** The change of a line by more of its item. The price on the label of a scale is charged, also when the product's price has changed since. */
function withMore(line: BasketLine, { quantity, weighed = {} }: Omit<Added, 'item'>): LineChange {
  const { unit, price, mrp } = line.item;
  const { pricePaise } = weighed;
  const pack = orderedGrams({ unit, quantity: 1 }) ?? 0;
  // Rounded up: a lighter weight would cost less than the amount.
  const ofPrice = pricePaise === undefined || price === 0 ? undefined : Math.ceil((pricePaise * pack) / toPaise(price));
  const each = pack && Math.round(weighed.grams ?? ofPrice ?? (line.grams === undefined ? 0 : pack));
  const grams = each > 0 ? Math.min((line.grams ?? line.quantity * pack) + each * quantity, MAX_SALE_GRAMS) : undefined;
  const change = grams === undefined ? { quantity: line.quantity + quantity } : { grams };
  if (pricePaise === undefined) return change;
  const packs = grams === undefined ? line.quantity + quantity : grams / pack;
  const perPack = Math.round((amountOf(line) + pricePaise * quantity) / packs);
  const chargedPaise = mrp === null ? perPack : Math.min(perPack, toPaise(mrp));
  return { ...change, chargedPaise: chargedPaise === toPaise(price) ? undefined : chargedPaise };
}

export type LineChange = { quantity?: number; grams?: number | undefined; chargedPaise?: number | undefined };

/** The basket with a changed line. A quantity of 0 removes it; a weight sets the quantity, and a quantity ends the weight. */
export function changeLine(basket: Basket, variantId: number, change: LineChange): Basket {
  const lines = basket.lines.flatMap((line) => (line.item.variant_id === variantId ? changed(line, change) : [line]));
  return lines.length === 0 ? EMPTY_BASKET : { ...basket, lines, lastId: variantId };
}

function changed(line: BasketLine, { quantity, grams, ...change }: LineChange): BasketLine[] {
  const { grams: before, ...rest } = { ...line, ...change };
  if ('chargedPaise' in rest && rest.chargedPaise === undefined) delete rest.chargedPaise;
  if (grams !== undefined) return [{ ...rest, grams, quantity: packsOf(grams, line.item.unit) ?? line.quantity }];
  if (quantity === undefined) return [before === undefined ? rest : { ...rest, grams: before }];
  return quantity < 1 ? [] : [{ ...rest, quantity: Math.min(quantity, MAX_QUANTITY) }];
}

/** The price of one unit of a line, in paise. */
export const priceOf = ({ item, chargedPaise }: BasketLine): number => chargedPaise ?? toPaise(item.price);

/** The price of a line before a discount, in paise. */
export const amountOf = (line: BasketLine): number =>
  saleAmount({ pricePaise: priceOf(line), quantity: line.quantity, unit: line.item.unit, grams: line.grams });

export type Totals = { count: number; grossPaise: number; discountPaise: number; totalPaise: number };

/** `count`: pieces; a weighed line counts as one. A discount never exceeds the price of the lines. */
export function totalsOf({ lines, discountPaise: given }: Basket): Totals {
  const grossPaise = lines.reduce((sum, line) => sum + amountOf(line), 0);
  const discountPaise = Math.min(given, grossPaise);
  const count = lines.reduce((sum, { quantity, grams }) => sum + (grams === undefined ? quantity : 1), 0);
  return { count, grossPaise, discountPaise, totalPaise: grossPaise - discountPaise };
}

/** How much of the stock a line takes. */
export const takenOf = ({ item, ...line }: BasketLine): number => takenFromStock(line, keptOf(item));

/** Whether a line takes more than the stock, as far as the device knows. */
export const isShort = (line: BasketLine): boolean => takenOf(line) > line.item.stock;

/** The basket at the server's prices and stock; prices that the shop has changed itself stay. */
export function atCurrent(basket: Basket, { lines: current }: CounterConflict): Basket {
  const byId = new Map(current.map((line) => [line.variant_id, line]));
  const lines = basket.lines.map((line) => {
    const { price, stock } = byId.get(line.item.variant_id) ?? line.item;
    return { ...line, item: { ...line.item, price, stock } };
  });
  return { ...basket, lines };
}

/** `parts`: of a split payment. */
type Payment = { payment: CounterPayment; parts?: PaymentPart[] | undefined; sellsAnyway: boolean };

/** The request that sells the basket. */
export function toSale(basket: Basket, { payment, parts, sellsAnyway }: Payment): CounterSaleBody {
  const { discountPaise, totalPaise } = totalsOf(basket);
  return {
    lines: basket.lines.map(({ item, quantity, grams, chargedPaise }) => ({
      variant_id: item.variant_id,
      quantity,
      price: item.price,
      ...(grams !== undefined && { grams }),
      ...(chargedPaise !== undefined && { charged: toRupees(chargedPaise) }),
    })),
    ...(discountPaise > 0 && { discount: toRupees(discountPaise) }),
    total: toRupees(totalPaise),
    payment_method: payment,
    ...(parts && { payments: parts.map(({ method, paise }) => ({ method, amount: toRupees(paise) })) }),
    ...(basket.phone && { phone: basket.phone }),
    ...(sellsAnyway && { sells_anyway: true }),
  };
}
