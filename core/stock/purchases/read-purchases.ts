import type { Readable } from 'node:stream';
import { type PurchaseList, purchaseList, type PurchaseView, purchaseView } from '@haat/contract/stock/purchases.calls';
import { formatStock, type StockKept, type StockUnit } from '@haat/contract/catalog/stock-unit';
import { toRupees } from '@haat/contract/rupees';
import { writeCsv } from '../../lib/csv/csv.ts';
import { type Connection, many, one, sql } from '../../db/database.ts';
import { Supplier } from '../../db/stock.models.ts';
import { DomainError } from '../../errors.ts';
import { type Manager, requireRight } from '../../accounts/shop-rights.ts';
import { wire } from '../../lib/wire.ts';
import { personName, STOCK_NAME_COLUMNS, STOCK_VARIANTS } from '../stock.sql.ts';

export type PurchaseRequest = { by: Manager; shopId: number; id: number };

type Row = {
  id: number;
  state: 'draft' | 'booked';
  version: number;
  supplier: string | null;
  invoiceNumber: string | null;
  invoiceDate: string | null;
  day: string;
  pieces: number;
  totalPaise: number;
  bookedAt: Date | null;
  by: string | null;
  reversesId: number | null;
  reversedById: number | null;
  replacesId: number | null;
  sameInvoiceId: number | null;
};

const text = (date: string) => `to_char(${date}, 'YYYY-MM-DD')`;

/** What a line `l` costs: its cost is of one item. */
const LINE_COST = 'round(l.quantity * l.cost_paise::numeric / l.content)';

const SIGN = 'CASE WHEN c.reverses_id IS NULL THEN 1 ELSE -1 END';

const PURCHASES = `
  SELECT c.id, c.state, c.version, s.name AS supplier, c.invoice_number, ${text('c.invoice_date')} AS invoice_date,
    ${text('c.day')} AS day, sums.*, c.booked_at, ${personName('u')} AS by, c.reverses_id,
    (SELECT r.id FROM purchases r WHERE r.reverses_id = c.id) AS reversed_by_id, c.replaces_id, (
      SELECT min(o.id) FROM purchases o WHERE o.supplier_id = c.supplier_id AND o.id <> c.id AND o.reverses_id IS NULL
        AND lower(o.invoice_number) = lower(c.invoice_number) AND o.state = 'booked' AND c.reverses_id IS NULL
        AND o.id IS DISTINCT FROM c.replaces_id AND NOT EXISTS (SELECT FROM purchases r WHERE r.reverses_id = o.id)
    ) AS same_invoice_id
  FROM purchases c LEFT JOIN suppliers s ON s.id = c.supplier_id
  LEFT JOIN users u ON u.id = coalesce(c.booked_by, c.created_by)
  CROSS JOIN LATERAL (
    SELECT round(coalesce(sum(${SIGN} * l.quantity::numeric / l.content), 0))::bigint AS pieces,
      coalesce(sum(${SIGN} * ${LINE_COST}), 0)::bigint AS total_paise
    FROM purchase_lines l WHERE l.purchase_id = c.id
  ) sums`;

/** The suppliers of a shop by name. Throws `forbidden` like `requireRight`, as all of these do. */
export async function listSuppliers({ by, shopId }: Omit<PurchaseRequest, 'id'>) {
  requireRight('purchases', by, shopId);
  return Supplier.query().select('id', 'name').where({ shopId }).orderByRaw('lower(name)');
}

type Filter = {
  by: Manager;
  shopId: number;
  supplier_id?: number | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

type Filtered = { shopId: number; supplierId: number | undefined; from: string | undefined; to: string | undefined };

const MATCHES = `c.shop_id = :shopId AND (:supplierId::bigint IS NULL OR c.supplier_id = :supplierId)
    AND (:from::date IS NULL OR c.day >= :from::date) AND (:to::date IS NULL OR c.day <= :to::date)`;

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 200;

/** The purchases of a shop that match, the newest day first, with the sum of all booked ones among them. */
export async function listPurchases(
  request: Filter & { limit?: number | undefined; after?: number | undefined },
): Promise<PurchaseList> {
  const { by, shopId, supplier_id: supplierId, from, to, limit = DEFAULT_LIMIT, after } = request;
  requireRight('purchases', by, shopId);
  const filter = { shopId, supplierId, from, to };
  const rows = await many(LIST, { ...filter, after, limit: Math.min(limit, MAX_LIMIT) });
  const sums = await one(SUMS, filter);
  const { count, totalPaise } = sums ?? { count: 0, totalPaise: 0 };
  return wire(purchaseList, { count, totalPaise, purchases: rows });
}

const LIST = sql<Filtered & { after: number | undefined; limit: number }, Row>(
  `${PURCHASES} WHERE ${MATCHES}
     AND (:after::bigint IS NULL OR (c.day, c.id) < ((SELECT day FROM purchases WHERE id = :after), :after))
   ORDER BY c.day DESC, c.id DESC LIMIT :limit`,
  { readFrom: 'replica' },
);

const SUMS = sql<Filtered, { count: number; totalPaise: number }>(
  `SELECT count(*)::int AS count, coalesce(sum(total_paise) FILTER (WHERE state = 'booked'), 0)::bigint AS total_paise
   FROM (${PURCHASES} WHERE ${MATCHES}) matching`,
  { readFrom: 'replica' },
);

/** A purchase with its lines. Throws `not_found` for one of another shop. */
export async function findPurchase({ by, shopId, id }: PurchaseRequest, on?: Connection): Promise<PurchaseView> {
  requireRight('purchases', by, shopId);
  const row = await one(FIND, { shopId, id }, on);
  if (!row) throw new DomainError('not_found', 'Purchase not found');
  const lines = await many(LINES, { id }, on);
  return wire(purchaseView, { ...row, lines });
}

const FIND = sql<{ shopId: number; id: number }, Row>(`${PURCHASES} WHERE c.id = :id AND c.shop_id = :shopId`);

type Line = {
  variantId: number;
  productId: number;
  name: string;
  option: string | null;
  quantity: number;
  costPaise: number;
  bestBefore: string | null;
  pricePaise: number | null;
  mrpPaise: number | null;
  /** How the stock is kept now. */
  now: StockKept;
} & StockKept;

const LINES = sql<{ id: number }, Line>(
  `SELECT l.variant_id, p.id AS product_id, p.name, nullif(concat_ws(' · ', size.name, color.name, unit.name), '') AS option,
     l.quantity, l.stock_unit, l.content, l.cost_paise, ${text('l.best_before')} AS best_before, l.price_paise, l.mrp_paise,
     json_build_object('stockUnit', v.stock_unit, 'content', v.content) AS now
   FROM purchase_lines l JOIN (${STOCK_VARIANTS}) ON v.id = l.variant_id WHERE l.purchase_id = :id ORDER BY l.position`,
);

const COLUMNS = [
  'day',
  'supplier',
  'invoice',
  'product',
  'option',
  'barcode',
  'quantity',
  'cost',
  'amount',
  'best_before',
];
const MOST_ROWS = 20_000;

/** The lines of the booked purchases that match as CSV; reversed ones stand with their reversal. */
export async function exportPurchases(request: Filter): Promise<{ csv: Readable; fileName: string }> {
  const { by, shopId, supplier_id: supplierId, from, to } = request;
  requireRight('purchases', by, shopId);
  const rows = await many(EXPORT, { shopId, supplierId, from, to, limit: MOST_ROWS });
  const cells = rows.map((row) => [
    row.day,
    row.supplier,
    row.invoiceNumber,
    row.name,
    row.option,
    row.barcode,
    formatStock(row.quantity, row.unit),
    toRupees(row.costPaise).toFixed(2),
    toRupees(row.amountPaise).toFixed(2),
    row.bestBefore,
  ]);
  return {
    csv: writeCsv(COLUMNS, cells),
    fileName: `purchases-${[from, to].filter(Boolean).join('-to-') || 'all'}.csv`,
  };
}

type ExportRow = Omit<Line, 'pricePaise' | 'mrpPaise' | keyof StockKept> & {
  unit: StockUnit;
  amountPaise: number;
} & Pick<Row, 'day' | 'supplier' | 'invoiceNumber'> & { barcode: string | null };

const EXPORT = sql<Filtered & { limit: number }, ExportRow>(
  `SELECT ${text('c.day')} AS day, s.name AS supplier, c.invoice_number, ${STOCK_NAME_COLUMNS},
     ${SIGN} * l.quantity AS quantity, l.stock_unit AS unit, l.cost_paise, (${SIGN} * ${LINE_COST})::bigint AS amount_paise,
     ${text('l.best_before')} AS best_before
   FROM purchases c LEFT JOIN suppliers s ON s.id = c.supplier_id JOIN purchase_lines l ON l.purchase_id = c.id
   JOIN (${STOCK_VARIANTS}) ON v.id = l.variant_id
   WHERE ${MATCHES} AND c.state = 'booked' ORDER BY c.day, c.id, l.position LIMIT :limit`,
  { readFrom: 'replica' },
);
