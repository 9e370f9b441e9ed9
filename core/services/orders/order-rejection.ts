import type { CartConflict, PlaceOrderBody } from '@haat/contract/api/orders';
import { minimumOrderMessage } from '@haat/contract/rules/order-terms';
import { displayTime, isOpenAt } from '@haat/contract/rules/opening-hours';
import { toRupees } from '@haat/contract/rules/rupees';
import { shopName } from '@haat/contract/rules/shop';
import { type CartRejection, checkCart, getCartRejection } from '@haat/machines/cart/cart-check.machine';
import { many, sql } from '../../db/sql.ts';
import { DomainError } from '../../errors.ts';
import type { PaidLine } from '../../gateways/payments/payment-gateway.ts';
import {
  CART_LINES,
  type CartLineParams,
  MIN_ORDER_PAISE,
  toCartLineParams,
  VARIANT_OF_LINE,
} from './cart-lines.sql.ts';
import { type OrderRequest, type RequestedLine, sumLines } from './order-request.ts';

type Shop = {
  shopId: number;
  slug: string;
  shopName: string | null;
  openTime: string | null;
  closeTime: string | null;
  timeZone: string;
  minOrderPaise: number;
  acceptsWhenClosed: boolean;
  isPaused: boolean;
};
type CurrentLine = Shop & { name: string; pricePaise: number; stock: number };
type ComparedLine = RequestedLine & { current: CurrentLine };

/** Why an order cannot be placed now, as the error to throw; undefined when it can. Only reads. */
export async function findRejection(request: OrderRequest): Promise<DomainError | undefined> {
  const { userId, addressId } = request;
  const rows = await many(COMPARE_CART, { ...toCartLineParams(request.lines), userId, addressId });
  const lines = request.lines.map((line, nr) => ({ ...line, current: rows[nr] }));
  const shop = rows[0];
  if (!lines.every(isSold) || !shop || shop.shopId === null) return notSold();
  if (!shop.hasAddress) return new DomainError('not_found', 'Address not found');
  if (lines.some(({ current }) => current.shopId !== shop.shopId)) return mixedShops();

  const verdict = checkCart({
    lines: lines.map(({ quantity, pricePaise, current }) => ({ ...current, quantity, seenPaise: pricePaise })),
    totalPaise: request.totalPaise,
    minimumPaise: shop.minOrderPaise,
    shop: { ...shop, isOpen: isOpenAt(getHours(shop), new Date()) },
  });
  const rejection = getCartRejection(verdict, request);
  return rejection && toError(rejection, { request, lines, shop });
}

type Compared = { request: OrderRequest; lines: ComparedLine[]; shop: Shop };

function toError(rejection: CartRejection, { request, lines, shop }: Compared): DomainError {
  const name = shopName({ name: shop.shopName, slug: shop.slug });
  switch (rejection) {
    case 'paused':
      return new DomainError('shop_closed', `${name} is not taking orders at the moment.`);
    case 'pricesChanged': {
      const text = 'Prices have changed. Please check your cart and place the order again.';
      return new DomainError('price_changed', text, toConflict(lines));
    }
    case 'outOfStock': {
      const short = lines.filter(({ quantity, current }) => current.stock < quantity);
      const left = short.map(({ current }) => `${current.name} (${current.stock} left)`).join(', ');
      return new DomainError('out_of_stock', `Not enough in stock: ${left}`, toConflict(lines));
    }
    case 'belowMinimum':
      return new DomainError(
        'below_min_order',
        minimumOrderMessage(shop.minOrderPaise, request.takeaway ? 'takeaway' : 'delivery'),
      );
    case 'closed': {
      const opens = displayTime(shop.openTime ?? '');
      return new DomainError('shop_closed', `${name} is closed now. It opens at ${opens}.`);
    }
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

const isSold = (line: RequestedLine & { current: Row | undefined }): line is ComparedLine & { current: Row } =>
  typeof line.current?.shopId === 'number';

const getHours = ({ openTime, closeTime, timeZone }: Shop) => ({
  open_time: openTime,
  close_time: closeTime,
  time_zone: timeZone,
});

/** The lines of a cart at the names and prices of the catalog, whatever the client sent. Throws invalid_input, mixed_shops. */
export async function priceCart(userId: number, items: PlaceOrderBody['items']): Promise<PaidLine[]> {
  const lines = sumLines(items);
  const rows = await many(COMPARE_CART, { ...toCartLineParams(lines), userId, addressId: null });
  if (new Set(rows.map(({ shopId }) => shopId)).size > 1) throw mixedShops();
  return lines.map(({ quantity }, nr) => {
    const row = rows[nr];
    if (!row || row.name === null) throw notSold();
    return { name: row.name, quantity, pricePaise: row.pricePaise };
  });
}

const notSold = () => new DomainError('invalid_input', 'An item in your cart is no longer sold.');
const mixedShops = () => new DomainError('mixed_shops', 'Items must be from one shop');

type Row = (CurrentLine | { [Column in keyof CurrentLine]: null }) & { hasAddress: boolean };

/** The current state of a cart's lines, one row per line in their order; NULLs for what is not sold. */
const COMPARE_CART = sql<CartLineParams & { userId: number; addressId: number | null }, Row>(
  `
  SELECT sold.*, :addressId::bigint IS NULL OR EXISTS (
    SELECT FROM addresses WHERE id = :addressId::bigint AND user_id = :userId::bigint
  ) AS has_address
  FROM ${CART_LINES}
  LEFT JOIN LATERAL (
    SELECT p.name, v.price_paise, v.stock, shop.id AS shop_id, shop.slug, shop.name AS shop_name, shop.open_time,
      shop.close_time, shop.time_zone, ${MIN_ORDER_PAISE} AS min_order_paise,
      shop.accepts_orders_when_closed AS accepts_when_closed,
      shop.paused_at IS NOT NULL OR shop.suspended_at IS NOT NULL AS is_paused
    FROM variants v
    JOIN products p ON p.id = v.product_id AND p.is_published AND p.deleted_at IS NULL
    JOIN shops shop ON shop.id = p.shop_id
    WHERE ${VARIANT_OF_LINE}
  ) sold ON true
  ORDER BY line.nr`,
  'compare-cart',
);
