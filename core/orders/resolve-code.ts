import { isOwnCode } from '@haat/contract/catalog/barcode';
import type { ScanAnswer } from '@haat/contract/orders/scan.calls';
import { toRupees } from '@haat/contract/rupees';
import { readScannedText } from '@haat/machines/stock/scanned-text.machine';
import type { Session } from '../accounts/session.ts';
import { may, requireRight } from '../accounts/shop-rights.ts';
import { findProductByBarcode } from '../catalog/find-by-barcode.ts';
import { many, one, sql } from '../db/database.ts';
import { findShop } from '../db/find-shop.ts';
import type { Shop } from '../db/shops.models.ts';
import { DomainError } from '../errors.ts';
import { env } from '../ops/env.ts';
import { countCodeSearch, IS_OPEN } from './list-orders.ts';
import { getActors } from './lock-order.ts';
import { IS_VISIBLE_TO_SHOP } from './order-record.ts';

type Asker = { by: Session; shopId?: number | undefined };
type Request = Partial<Asker> & { text: string };

/** What a code is for the one who asks, with the row of a shop. */
export type ResolvedCode = Exclude<ScanAnswer, { kind: 'shop' }> | { kind: 'shop'; shop: Shop };

const UNKNOWN = { kind: 'unknown' } as const;

/**
 * Finds what a scanned or typed text is for the one who asks: the same machine as in the browser says what it can be, except for a
 * shop's own code, and this is the only place that looks it up. `shopId`: where products and pickup codes are looked up, by default in the shop of the session.
 * Throws DomainError `unauthenticated` for the code of a product or an order without a session, `forbidden` for the products of a
 * named shop to anyone but its members, and `rate_limited` after too many pickup codes.
 */
export async function resolveCode(request: Request): Promise<ResolvedCode> {
  const own = await resolveOwnCode(request);
  if (own && request.shopId !== undefined) return own;
  const found = await resolveShared(request);
  return own && (found.kind === 'unknown' || found.kind === 'foreign') ? own : found;
}

/** Any short text can be a shop's own code: in a named shop it means that product, elsewhere only where it means nothing else. */
async function resolveOwnCode({ by, shopId, text }: Request): Promise<ResolvedCode | undefined> {
  const code = text.trim();
  if (!by || !isOwnCode(code) || !may('stock', by, shopId ?? by.shopId)) return undefined;
  const found = await resolveProduct({ by, shopId }, code);
  return found.kind === 'product' ? found : undefined;
}

async function resolveShared({ by, shopId, text }: Request): Promise<ResolvedCode> {
  const scanned = readScannedText({ text, origins: [new URL(env.PUBLIC_URL).origin] });
  switch (scanned.kind) {
    case 'shop':
    case 'shopLink':
      return resolveShop(scanned.slug);
    case 'productCode':
      return resolveProduct({ by: loggedIn(by), shopId }, scanned.code);
    case 'pickupCode':
      return resolvePickupCode({ by: loggedIn(by), shopId }, scanned.code);
    case 'order':
      return resolveOrder(loggedIn(by), scanned.orderNumber);
    case 'foreign':
    default:
      return scanned;
  }
}

function loggedIn(by: Session | undefined): Session {
  if (!by) throw new DomainError('unauthenticated', 'Please log in');
  return by;
}

async function resolveShop(slug: string): Promise<ResolvedCode> {
  const shop = await findShop({ slug }).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') return undefined;
    throw error;
  });
  return shop ? { kind: 'shop', shop } : UNKNOWN;
}

async function resolveProduct({ by, shopId: named }: Asker, barcode: string): Promise<ResolvedCode> {
  if (named !== undefined) requireRight('stock', by, named);
  const shopId = named ?? by.shopId;
  const found = may('stock', by, shopId) ? await findProductByBarcode({ shopId, barcode }) : undefined;
  if (!found) return UNKNOWN;
  const { product, variant, weighed } = found;
  const { id, stock_amount: stock, stock_unit, content, size, color, unit } = variant;
  const option = [size, color, unit].flatMap((each) => each?.name ?? []).join(' · ') || null;
  const item = { variant_id: id, name: product.name, option, barcode: variant.barcode, stock, stock_unit, content };
  const { grams, pricePaise } = weighed ?? {};
  const answer = { kind: 'product' as const, variant: item, ...(weighed && { label: { grams } }) };
  if (!may('catalog', by, shopId)) return answer;
  return { ...answer, product, ...(pricePaise && { label: { price: toRupees(pricePaise) } }) };
}

/** Without the code in its QR code: whoever may see the order may learn its id. */
async function resolveOrder(by: Session, orderNumber: string): Promise<ResolvedCode> {
  const [, digits] = /^H(\d{6,15})$/.exec(orderNumber) ?? [];
  const order = digits && (await one(BY_NUMBER, { id: Number(digits), orderNumber }));
  return order && mayKnow(order, by) ? { kind: 'order', order_id: order.id } : UNKNOWN;
}

async function resolvePickupCode({ by, shopId = by.shopId }: Asker, code: string): Promise<ResolvedCode> {
  await countCodeSearch(by.actorId);
  const orders = await many(BY_PICKUP_CODE, { code, shopId, userId: by.userId });
  const [order, ...others] = orders.filter((each) => mayKnow(each, by));
  // Two orders of a shop may have the same four digits: their numbers tell them apart.
  return order && others.length === 0 ? { kind: 'order', order_id: order.id } : UNKNOWN;
}

/** Allowed for its customer, and for members of its shop who may hand it over. */
const mayKnow = (order: Row, by: Session): boolean => getActors(order, by, 'packing').length > 0;

type Row = { id: number; userId: number | null; shopId: number; isVisibleToShop: boolean };

const COLUMNS = `o.id, o.user_id, o.shop_id, ${IS_VISIBLE_TO_SHOP} AS is_visible_to_shop`;

const BY_NUMBER = sql<{ id: number; orderNumber: string }, Row>(
  `SELECT ${COLUMNS} FROM orders o WHERE o.id = :id AND o.order_number = :orderNumber`,
);

const withPickupCode = (whose: string) =>
  `SELECT ${COLUMNS} FROM orders o
   WHERE ${whose} AND ${IS_OPEN} AND ${IS_VISIBLE_TO_SHOP} AND o.takeaway AND o.pickup_code = :code`;

const BY_PICKUP_CODE = sql<{ code: string; shopId: number; userId: number }, Row>(
  `${withPickupCode('o.shop_id = :shopId')} UNION ${withPickupCode('o.user_id = :userId')}`,
);
