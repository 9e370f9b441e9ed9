import { randomUUID } from 'node:crypto';
import { Variant } from '../db/catalog.models.ts';
import { createMember, createProduct, createShop, createUser } from './factories.ts';
import { orderBody } from './order-body.ts';
import { DomainError } from '../errors.ts';
import type { Session } from '../accounts/session.ts';
import { changeVariant } from '../catalog/change-product.ts';
import { proposeAdjustment } from '../orders/adjust/propose-adjustment.ts';
import { returnCounterSale } from '../orders/adjust/return-counter-sale.ts';
import { advanceOrderStatus } from '../orders/life/advance-order-status.ts';
import { endOrder } from '../orders/life/end-order.ts';
import type { OrderRecord } from '../orders/order-record.ts';
import { placeOrder } from '../orders/place/place-order.ts';
import { sellAtCounter } from '../orders/place/sell-at-counter.ts';
import { convertStock } from '../stock/convert-stock.ts';
import { writeOffStock } from '../stock/expiring-stock.ts';
import { bookPurchase, reversePurchase } from '../stock/purchases/book-purchase.ts';
import { addPurchase } from '../stock/purchases/draft-purchase.ts';
import { countStock } from '../stock/stock-takes/count-stock.ts';
import { finishStockTake } from '../stock/stock-takes/finish-stock-take.ts';
import { startStockTake } from '../stock/stock-takes/open-stock-take.ts';

/**
 * Changes the stock of a new shop in so many steps, each chosen at random: orders, sales, returns, counts, purchases, write-offs,
 * corrections and conversions, of which the shop's rules refuse some. Returns how many of each were done.
 */
export async function walkStock({ count, seed }: { count: number; seed: number }): Promise<number[]> {
  const random = randomOf(seed);
  const shop = await createShop();
  const { id: userId, email } = await createMember({ shop, role: 'admin' });
  const of = { shopId: shop.id, shopSlug: shop.slug, isPlatformAdmin: false };
  const by: Session = { userId, actorId: userId, email, sessionId: randomUUID(), role: 'admin', ...of };
  const own = { by, shopId: shop.id };
  const variants: Variant[] = [];
  for (const unit of ['1 kg', '500 g', '250 g'])
    variants.push((await createProduct({ shop, variants: [{ unit, stock: 40, pricePaise: 5_000 }] })).variants[0]!);
  const pack = (variant: Variant) => [1_000, 500, 250][variants.indexOf(variant)]!;
  const orders: OrderRecord[] = [];
  const sales: OrderRecord[] = [];
  const purchases: number[] = [];
  const any = <Item>(items: Item[]): Item | undefined => items[random(items.length || 1)];
  const amountOf = async (variant: Variant) => {
    const { stockUnit } = await Variant.query().findById(variant.id).throwIfNotFound();
    return stockUnit === 'piece' || random(3) === 0
      ? { amount: 1 + random(9), stock_unit: 'piece' as const }
      : { amount: 1 + random(4_000), stock_unit: stockUnit };
  };

  const steps: ((variant: Variant) => Promise<unknown>)[] = [
    async (variant) => {
      const buyer = await createUser();
      const body = orderBody([{ variant, quantity: 1 + random(3) }]);
      const { id } = await placeOrder({ userId: buyer.id, body, idempotencyKey: randomUUID() });
      orders.push((await advanceOrderStatus({ orderId: id, to: 'Accepted', by })).order);
    },
    async () => {
      const order = any(orders);
      if (!order) return;
      const grams = Math.max(1, order.items[0]!.quantity * 250 - random(50));
      const lines = [{ kind: 'weight' as const, item_id: order.items[0]!.id, grams }];
      const changed = await proposeAdjustment({
        orderId: order.id,
        by,
        revision: order.revision,
        lines,
        key: undefined,
      });
      orders[orders.indexOf(order)] = changed.order;
    },
    async () => {
      const [order] = orders.splice(random(orders.length || 1), 1);
      if (order) await endOrder({ orderId: order.id, by, exit: 'cancel', reason: 'item_unavailable' });
    },
    async (variant) => {
      const quantity = 1 + random(3);
      const grams = random(2) === 0 ? undefined : (quantity - 1) * pack(variant) + 1 + random(pack(variant));
      const total = Math.round(grams === undefined ? quantity * 5_000 : (grams * 5_000) / pack(variant)) / 100;
      const lines = [{ variant_id: variant.id, quantity, grams, price: 50 }];
      const body = { payment_method: 'cod' as const, lines, total, sells_anyway: random(4) === 0 };
      sales.push(await sellAtCounter({ ...own, body, key: randomUUID() }));
    },
    async () => {
      const sale = any(sales);
      if (!sale) return;
      const lines = [{ itemId: sale.items[0]!.id, quantity: 1 }];
      await returnCounterSale({ orderId: sale.id, by, lines, toStock: random(3) > 0, key: randomUUID() });
    },
    async (variant) => {
      const { take } = await startStockTake(own);
      const { amount: counted, stock_unit } = await amountOf(variant);
      await countStock({ ...own, id: take.id, body: { variant_id: variant.id, counted, seen: null, stock_unit } });
      if (random(2) === 0) await finishStockTake({ ...own, id: take.id });
    },
    async (variant) => {
      const { amount: quantity, stock_unit } = await amountOf(variant);
      const lines = [{ variant_id: variant.id, quantity, stock_unit, cost: 30 }];
      const { id } = await addPurchase({ ...own, body: { lines } });
      await bookPurchase({ ...own, id });
      purchases.push(id);
    },
    async () => {
      const id = any(purchases);
      if (id) await reversePurchase({ ...own, id });
    },
    async (variant) => {
      const { amount: quantity, stock_unit } = await amountOf(variant);
      await writeOffStock({ ...own, body: { variant_id: variant.id, quantity, stock_unit, reason: 'spoiled' } });
    },
    async (variant) => {
      const { amount: stock, stock_unit: unit } = await amountOf(variant);
      await changeVariant({ variantId: variant.id, by, change: { stock, unit } });
    },
    async (variant) => {
      const { stockUnit } = await Variant.query().findById(variant.id).throwIfNotFound();
      const stock_unit = stockUnit === 'piece' ? 'g' : 'piece';
      await convertStock({ ...own, variantId: variant.id, body: { stock_unit, content: pack(variant) } });
    },
  ];

  const done = steps.map(() => 0);
  for (let step = 0; step < count; step += 1) {
    const which = random(steps.length);
    try {
      await steps[which]!(variants[random(variants.length)]!);
      done[which]! += 1;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
    }
  }
  return done;
}

/** Whole numbers below a limit, the same ones in each run. */
function randomOf(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
