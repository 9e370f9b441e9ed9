import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { formatStock, loggedStock, mostStock, type StockKept } from '@haat/contract/catalog/stock-unit';
import { HIGHEST_STOCK } from '@haat/contract/catalog/product-input';
import type { ConvertStockBody } from '@haat/contract/stock/stock-lists.calls';
import { OPEN_STATUSES } from '@haat/machines/orders/order.machine';
import type { PoolClient } from 'pg';
import { one, run, sql } from '../db/database.ts';
import { DomainError, invalidField } from '../errors.ts';
import type { Session } from '../accounts/session.ts';
import { requireRight } from '../accounts/shop-rights.ts';
import { recordActivity } from '../activity/activity-log.ts';
import { changeCatalog } from '../catalog/change-catalog.ts';
import { readShopProduct } from '../catalog/product.ts';

type Request = { by: Session; shopId: number; variantId: number; body: ConvertStockBody };

/**
 * Keeps the stock of a variant in grams or millilitres from now on, so many to an item, or in pieces again; a repeated call changes
 * nothing. Stock, reorder level and the counts of an open stock take are converted; prices stay. Throws `not_found` for variants of
 * other shops, `invalid_input` from grams to millilitres and for more than a stock can be, and `status_not_allowed` while an open
 * order has it weighed, and when a part of an item would be left over.
 */
export async function convertStock({ by, shopId, variantId, body }: Request): Promise<ShopProduct> {
  requireRight('catalog', by, shopId);
  const to = { stockUnit: body.stock_unit, content: body.stock_unit === 'piece' ? 1 : body.content };
  const { product } = await changeCatalog(async (client) => {
    const variant = await lock(client, { shopId, variantId });
    if (variant.stockUnit !== to.stockUnit || variant.content !== to.content)
      await convert(client, { by, shopId, variant, to });
    return { shopId, product: await readShopProduct(variant.productId, client) };
  });
  return product;
}

type Locked = { id: number; productId: number; name: string; stock: number; level: number | null } & StockKept;

/** Products before their variants, like every change of the catalog. */
async function lock(client: PoolClient, request: { shopId: number; variantId: number }): Promise<Locked> {
  await run(LOCK_PRODUCT, request, client);
  const variant = await one(LOCK, request, client);
  if (!variant) throw new DomainError('not_found', 'Product not found');
  return variant;
}

const OWN = `WHERE v.id = :variantId AND v.product_id = p.id AND p.shop_id = :shopId AND v.deleted_at IS NULL
     AND p.deleted_at IS NULL`;

const LOCK_PRODUCT = sql<{ shopId: number; variantId: number }>(
  `SELECT FROM products p, variants v ${OWN} FOR NO KEY UPDATE OF p`,
);

const LOCK = sql<{ shopId: number; variantId: number }, Locked>(
  `SELECT v.id, v.product_id, p.name, v.stock, v.reorder_level AS level, v.stock_unit, v.content
   FROM products p, variants v ${OWN} FOR NO KEY UPDATE OF v`,
);

type Conversion = Pick<Request, 'by' | 'shopId'> & { variant: Locked; to: StockKept };

async function convert(client: PoolClient, { by, shopId, variant, to }: Conversion): Promise<void> {
  const { id: variantId, name, level } = variant;
  await refuse(client, { variant, to });
  const inNew = (amount: number) => (amount * to.content) / variant.content;
  const stock = inNew(variant.stock);
  const reorderLevel = level === null ? null : Math.min(HIGHEST_STOCK, Math.round(inNew(level)));
  const { stockUnit: fromUnit, content: fromContent } = variant;
  const kept = { fromUnit, fromContent, toUnit: to.stockUnit, toContent: to.content };
  await run(CONVERT, { variantId, stock, reorderLevel, ...kept, actorId: by.actorId }, client);
  const logged = (amount: number, { stockUnit, content }: StockKept) => ({
    stock: loggedStock(amount, stockUnit),
    ...(stockUnit !== 'piece' && { content: formatStock(content, stockUnit) }),
  });
  const what = { before: logged(variant.stock, variant), after: logged(stock, to) };
  await recordActivity(client, { shopId, actorId: by.actorId, action: 'stock.converted', subject: name, ...what });
}

async function refuse(client: PoolClient, { variant, to }: Pick<Conversion, 'variant' | 'to'>): Promise<void> {
  const { id: variantId, name, stock, stockUnit, content } = variant;
  if (stockUnit !== 'piece' && to.stockUnit !== 'piece')
    throw invalidField('stock_unit', 'can be changed from pieces or to pieces only: change it to pieces first');
  const weighed = await one(WEIGHED, { variantId, statuses: OPEN_STATUSES }, client);
  if (weighed) {
    const text = `${name} is already weighed for order ${weighed.orderNumber}. Try again when that order is finished.`;
    throw new DomainError('status_not_allowed', text);
  }
  const rest = (stock * to.content) % content;
  if (rest > 0) {
    const [inStock, pack, over] = [stock, content, rest].map((amount) => formatStock(amount, stockUnit));
    const text = `${inStock} are not whole packs of ${pack}: ${over} would be left over. Correct the stock first.`;
    throw new DomainError('status_not_allowed', text, { rest });
  }
  const most = mostStock(to.stockUnit);
  if ((stock * to.content) / content > most)
    throw invalidField('content', `would make the stock more than ${formatStock(most, to.stockUnit)}`);
  if (await one(UNEVEN_COUNT, { variantId, from: content, to: to.content, most }, client)) {
    const text = `The open stock take has counted ${name}, and the count cannot be converted. Finish it first.`;
    throw new DomainError('status_not_allowed', text);
  }
}

const WEIGHED = sql<{ variantId: number; statuses: readonly string[] }, { orderNumber: string }>(
  `SELECT o.order_number FROM order_items i JOIN orders o ON o.id = i.order_id
   WHERE i.variant_id = :variantId AND i.packed_grams IS NOT NULL AND o.status = ANY(:statuses::text[]) LIMIT 1`,
);

const OPEN_COUNT = `stock_takes t WHERE t.id = l.stock_take_id AND t.state = 'open' AND l.variant_id = :variantId::bigint`;

const UNEVEN_COUNT = sql<{ variantId: number; from: number; to: number; most: number }, { uneven: true }>(
  `SELECT true AS uneven FROM stock_take_lines l, ${OPEN_COUNT} AND (
     (l.counted::bigint * :to) % :from <> 0 OR (l.stock::bigint * :to) % :from <> 0 OR (l.to_pack::bigint * :to) % :from <> 0
     OR greatest(l.counted, l.stock, l.to_pack)::bigint * :to / :from > :most::bigint)`,
);

const converted = (column: string) => `${column} = l.${column}::bigint * :toContent::int / :fromContent::int`;

const CONVERT = sql<{
  variantId: number;
  stock: number;
  reorderLevel: number | null;
  fromUnit: string;
  fromContent: number;
  toUnit: string;
  toContent: number;
  actorId: number;
}>(
  `WITH counted AS (
     UPDATE stock_take_lines l SET ${['counted', 'stock', 'to_pack'].map(converted).join(', ')},
       stock_unit = :toUnit::text, content = :toContent::int FROM ${OPEN_COUNT}
   ), moved AS (
     INSERT INTO stock_ledger (variant_id, delta, reason, actor_id)
     SELECT id, :stock::int - stock, 'conversion', :actorId::bigint FROM variants WHERE id = :variantId::bigint
     RETURNING id, variant_id
   ), kept AS (
     INSERT INTO stock_conversions (ledger_id, variant_id, from_unit, from_content, to_unit, to_content)
     SELECT id, variant_id, :fromUnit::text, :fromContent::int, :toUnit::text, :toContent::int FROM moved
   )
   UPDATE variants SET stock = :stock::int, reorder_level = :reorderLevel::int, stock_unit = :toUnit::text,
     content = :toContent::int
   WHERE id = :variantId::bigint`,
);
