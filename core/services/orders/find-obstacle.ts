import type { CartConflict } from '@haat/contract/api/orders.schema';
import { minimumOrderMessage, reachesMinimum } from '@haat/contract/rules/min-order-value';
import { displayTime, isOpenAt } from '@haat/contract/rules/opening-hours';
import { toRupees } from '@haat/contract/rules/rupees';
import { shopName } from '@haat/contract/rules/shop-name';
import { database } from '../../db/database.ts';
import { DomainError } from '../../errors.ts';
import { COMPARE_CART } from './compare-cart.sql.ts';
import { lineArrays } from './line-arrays.ts';
import type { WantedLine, WantedOrder } from './wanted-order.ts';

type SoldLine = {
  name: string;
  pricePaise: number;
  stock: number;
  shopId: number;
  slug: string;
  shopName: string | null;
  openTime: string | null;
  closeTime: string | null;
  timeZone: string;
  minOrderPaise: number;
  acceptsWhenClosed: boolean;
  stopped: boolean;
};
type Row = (SoldLine | { [Column in keyof SoldLine]: null }) & { hasAddress: boolean };
type ComparedLine = WantedLine & { sold: SoldLine };

/** Why an order cannot be placed now, as the error to throw; undefined when nothing is in its way. Reads only. */
export async function findObstacle(wanted: WantedOrder): Promise<DomainError | undefined> {
  const { rows } = await database().pool.query<Row>({
    name: 'compare-cart',
    text: COMPARE_CART,
    values: [...lineArrays(wanted.lines), wanted.userId, wanted.addressId],
  });
  const lines = wanted.lines.map((line, nr) => ({ ...line, sold: rows[nr] }));
  if (!lines.every(isSold)) return new DomainError('invalid_input', 'An item of your cart is not sold any more.');
  if (!rows[0]?.hasAddress) return new DomainError('not_found', 'Address not found');
  return obstacleOfShop(lines) ?? obstacleOfCart(lines, wanted) ?? obstacleOfTerms(lines, wanted);
}

function obstacleOfShop(lines: ComparedLine[]): DomainError | undefined {
  const shop = lines[0]?.sold;
  if (lines.some(({ sold }) => sold.shopId !== shop?.shopId)) {
    return new DomainError('mixed_shops', 'Items must be from one shop');
  }
  if (shop?.stopped) return new DomainError('shop_closed', `${nameOf(shop)} takes no orders at the moment.`);
  return undefined;
}

function obstacleOfCart(lines: ComparedLine[], { totalPaise }: WantedOrder): DomainError | undefined {
  const isStale = lines.some(({ pricePaise, sold }) => pricePaise !== sold.pricePaise);
  if (isStale || totalOf(lines) !== totalPaise) {
    const text = 'Prices have changed. Please check your cart and place the order again.';
    return new DomainError('price_changed', text, conflictOf(lines));
  }
  const short = lines.filter(({ quantity, sold }) => sold.stock < quantity);
  if (short.length === 0) return undefined;
  const left = short.map(({ sold }) => `${sold.name} (${sold.stock} left)`).join(', ');
  return new DomainError('out_of_stock', `Not enough in stock: ${left}`, conflictOf(lines));
}

function obstacleOfTerms(lines: ComparedLine[], wanted: WantedOrder): DomainError | undefined {
  const shop = lines[0]?.sold;
  if (!shop) return undefined;
  const needsMinimum = !wanted.takeaway || wanted.paymentMethod === 'online';
  if (needsMinimum && !reachesMinimum(wanted.totalPaise, shop.minOrderPaise)) {
    return new DomainError('below_min_order', minimumOrderMessage(shop.minOrderPaise));
  }
  const hours = { open_time: shop.openTime, close_time: shop.closeTime, time_zone: shop.timeZone };
  if (!shop.acceptsWhenClosed && !isOpenAt(hours, new Date())) {
    const opens = displayTime(shop.openTime ?? '');
    return new DomainError('shop_closed', `${nameOf(shop)} is closed now. It opens at ${opens}.`);
  }
  return undefined;
}

const isSold = (line: WantedLine & { sold: Row | undefined }): line is ComparedLine & { sold: Row } =>
  typeof line.sold?.shopId === 'number';

const nameOf = ({ shopName: name, slug }: SoldLine) => shopName({ name, slug });

const totalOf = (lines: ComparedLine[]) =>
  lines.reduce((sum, { quantity, sold }) => sum + sold.pricePaise * quantity, 0);

function conflictOf(lines: ComparedLine[]): CartConflict {
  return {
    lines: lines.map(({ id, quantity, sold: { name, pricePaise, stock } }) => ({
      id,
      name,
      price: toRupees(pricePaise),
      quantity,
      stock,
    })),
    total: toRupees(totalOf(lines)),
  };
}
