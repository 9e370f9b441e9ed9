import type { CartConflict } from '@haat/contract/orders/orders.calls';
import { checkDelivery, outOfAreaMessage, type Place } from '@haat/contract/shops/delivery-area';
import { maximumQuantityMessage, minimumOrderMessage } from '@haat/contract/orders/order-terms';
import { pauseEnd } from '@haat/contract/shops/pause';
import { type Fulfilment, fulfilmentOf, isOpenAt, nextOpening, type Opening } from '@haat/contract/shops/opening-hours';
import { toRupees } from '@haat/contract/rupees';
import { gettingReadyMessage, shopName } from '@haat/contract/shops/shop';
import { BLOCKED_MESSAGE } from '@haat/contract/money/shop-customer';
import { displayTime } from '@haat/contract/time-text';
import { type CartRejection, checkCart, getCartRejection } from '@haat/machines/orders/cart-check.machine';
import { many, one, sql } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { hasProducts } from '../../shops/public-shops.sql.ts';
import { type OrderRequest, type RequestedLine, toCartLineParams } from './order-request.ts';
import { COMPARE_CART, type ComparedRow, type CurrentLine, type ShopOfLine } from './compare-cart.sql.ts';

type ComparedLine = RequestedLine & { current: CurrentLine };

/** Why an order cannot be placed now, as the error to throw; undefined when it can. Only reads. */
export async function findRejection(request: OrderRequest): Promise<DomainError | undefined> {
  const { userId, addressId, takeaway } = request;
  const rows = await many(COMPARE_CART, { ...toCartLineParams(request.lines), userId, addressId, takeaway });
  const lines = request.lines.map((line, nr) => ({ ...line, current: rows[nr] }));
  const shop = rows[0];
  if (!lines.every(isSold) || !shop || shop.shopId === null) return (await findEmptyShop(request)) ?? notSold();
  if (!shop.hasAddress) return new DomainError('not_found', 'Address not found');
  if (lines.some(({ current }) => current.shopId !== shop.shopId)) return mixedShops();
  if (shop.isBlocked) return new DomainError('customer_blocked', BLOCKED_MESSAGE);

  const area = request.takeaway ? 'delivers' : checkDelivery(shop, request.addressPlace ?? toPlace(shop));
  const verdict = checkCart({
    lines: lines.map(({ quantity, pricePaise, current }) => ({ ...current, quantity, seenPaise: pricePaise })),
    totalPaise: request.totalPaise,
    minimumPaise: shop.minOrderPaise,
    maximumQuantity: shop.maxPerOrder,
    shop: { ...shop, isOpen: isOpenAt(shop.opening, new Date(), fulfilmentOf(request.takeaway)) },
  });
  const rejection = getCartRejection(verdict, request);
  if (rejection !== 'paused' && area !== 'delivers') {
    return new DomainError(
      'out_of_delivery_area',
      outOfAreaMessage(shopName({ name: shop.shopName, slug: shop.slug }), area),
    );
  }
  return rejection && toError(rejection, { request, lines, shop });
}

/** The rejection by a shop without published products, which cannot sell any requested item. */
async function findEmptyShop({ lines }: OrderRequest): Promise<DomainError | undefined> {
  const shop = await one(EMPTY_SHOP, { productIds: toCartLineParams(lines).productIds });
  return shop && new DomainError('shop_getting_ready', gettingReadyMessage(shopName(shop)));
}

const EMPTY_SHOP = sql<{ productIds: number[] }, { slug: string; name: string | null }>(
  `SELECT shop.slug, shop.name FROM products p JOIN shops shop ON shop.id = p.shop_id
   WHERE p.id = ANY(:productIds::bigint[]) AND NOT ${hasProducts('shop.id')} LIMIT 1`,
);

function pausedMessage(name: string, { pausedUntil, pausedFulfilment, opening }: ShopOfLine): string {
  const end = pauseEnd({ paused: true, paused_until: pausedUntil?.toISOString() }, opening.time_zone);
  const orders =
    pausedFulfilment === null ? 'orders' : { delivery: 'deliveries', takeaway: 'takeaways' }[pausedFulfilment];
  return end === undefined
    ? `${name} is not taking ${orders} at the moment.`
    : `${name} has paused its ${orders} until ${displayTime(end)}.`;
}

function closedMessage(name: string, { opening }: ShopOfLine, fulfilment: Fulfilment): string {
  const now = new Date();
  const next = nextOpening(opening, now, fulfilment);
  const isOpen = isOpenAt(opening, now);
  const state = { delivery: `${name} does not deliver now.`, takeaway: `${name} has no takeaway now.` }[fulfilment];
  const begins = next && `${isOpen ? 'It does again' : 'It opens'} ${displayOpening(next)}.`;
  return [isOpen ? state : `${name} is closed now.`, begins].filter(Boolean).join(' ');
}

/** In English: `at 9:00 AM`, `tomorrow at 9:00 AM`, `on Monday at 9:00 AM`, or with the date from a week ahead on. */
function displayOpening({ time, days, date }: Opening): string {
  const at = `at ${displayTime(time)}`;
  if (days === 0) return at;
  if (days === 1) return `tomorrow ${at}`;
  return `on ${days < 7 ? WEEKDAYS[new Date(date).getUTCDay()] : date} ${at}`;
}

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type Compared = { request: OrderRequest; lines: ComparedLine[]; shop: ShopOfLine };

function toError(rejection: CartRejection, { request, lines, shop }: Compared): DomainError {
  const name = shopName({ name: shop.shopName, slug: shop.slug });
  switch (rejection) {
    case 'paused':
      return new DomainError('shop_closed', pausedMessage(name, shop));
    case 'pricesChanged': {
      const text = 'Prices have changed. Please check your cart and place the order again.';
      return new DomainError('price_changed', text, toConflict(lines));
    }
    case 'outOfStock': {
      const short = lines.filter(({ quantity, current }) => current.stock < quantity);
      const left = short.map(({ current }) => `${current.name} (${current.stock} left)`).join(', ');
      return new DomainError('out_of_stock', `Not enough in stock: ${left}`, toConflict(lines));
    }
    case 'aboveMaximum':
      return new DomainError('above_max_quantity', maximumQuantityMessage(shop.maxPerOrder ?? 0));
    case 'belowMinimum':
      return new DomainError(
        'below_min_order',
        minimumOrderMessage(shop.minOrderPaise, request.takeaway ? 'takeaway' : 'delivery'),
      );
    case 'closed':
      return new DomainError('shop_closed', closedMessage(name, shop, fulfilmentOf(request.takeaway)));
    default:
      return rejection satisfies never;
  }
}

/** The cart as the shop sells it now. */
const toConflict = (lines: ComparedLine[]): CartConflict => ({
  lines: lines.map(({ id, quantity, current: { name, pricePaise, stock } }) => ({
    id,
    name,
    price: toRupees(pricePaise),
    quantity,
    stock,
  })),
  total: toRupees(lines.reduce((sum, { quantity, current }) => sum + current.pricePaise * quantity, 0)),
});

function toPlace(row: ComparedRow): Place | undefined {
  const { addressLatitude: latitude, addressLongitude: longitude, addressAccuracyMetres: accuracyMetres } = row;
  return latitude === null || longitude === null || accuracyMetres === null
    ? undefined
    : { latitude, longitude, accuracyMetres };
}

const isSold = (
  line: RequestedLine & { current: ComparedRow | undefined },
): line is ComparedLine & { current: ComparedRow } => typeof line.current?.shopId === 'number';

export const notSold = () => new DomainError('invalid_input', 'An item in your cart is no longer sold.');
export const mixedShops = () => new DomainError('mixed_shops', 'Items must be from one shop');
