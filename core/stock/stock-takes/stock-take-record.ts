import { stockTakeLine, stockTakeSummary } from '@haat/contract/stock/stock-takes.calls';
import { differenceOf, type DifferenceReason, type StockTakeState } from '@haat/contract/stock/stock';
import type { StockKept } from '@haat/contract/catalog/stock-unit';
import { type Manager, may } from '../../accounts/shop-rights.ts';
import { wire } from '../../lib/wire.ts';
import { movedIn, NAME_COLUMNS, personName, STOCK_VARIANTS } from '../stock.sql.ts';

/** A stock take `t` of a shop and a product `p`: whether it is one that is counted. */
export const IN_SCOPE = `p.shop_id = t.shop_id AND p.deleted_at IS NULL AND v.deleted_at IS NULL AND (
    t.category IS NULL OR p.category_id IN (SELECT id FROM categories WHERE t.category_id IN (id, parent_id)))`;

/** The stock change if the stock take line `l` is applied now, at the latest count of its variant. */
export const DIFFERENCE = 'coalesce(l.applied, l.counted - l.stock - l.to_pack)';

export type SummaryRow = {
  id: number;
  state: StockTakeState;
  category: string | null;
  startedAt: Date;
  startedBy: string | null;
  endedAt: Date | null;
  endedBy: string | null;
  counted: number;
  differing: number;
  pieces: number;
  valuePaise: number;
  costPaise: number | null;
};

/** Stock takes `t` with the sums of their lines. */
export const SUMMARIES = `
  SELECT t.id, t.state, t.category, t.started_at, ${personName('starter')} AS started_by, t.ended_at,
    ${personName('ender')} AS ended_by, sums.*
  FROM stock_takes t LEFT JOIN users starter ON starter.id = t.started_by LEFT JOIN users ender ON ender.id = t.ended_by
  CROSS JOIN LATERAL (
    SELECT count(*)::int AS counted, count(*) FILTER (WHERE ${DIFFERENCE} <> 0)::int AS differing,
      round(coalesce(sum(${DIFFERENCE}::numeric / l.content), 0))::bigint AS pieces,
      coalesce(sum(round(${DIFFERENCE}::numeric * coalesce(l.price_paise, v.price_paise) / l.content)), 0)::bigint AS value_paise,
      sum(round(${DIFFERENCE}::numeric * coalesce(l.cost_paise, v.cost_paise) / l.content))::bigint AS cost_paise
    FROM stock_take_lines l JOIN variants v ON v.id = l.variant_id WHERE l.stock_take_id = t.id
  ) sums`;

/** Which amounts the caller may see: the differences at selling prices, and at cost. */
type Seen = { prices: boolean; costs: boolean };

export const amountsSeenBy = (by: Manager, shopId: number): Seen => ({
  prices: may('money', by, shopId),
  costs: may('purchases', by, shopId),
});

export const presentSummary = (row: SummaryRow, sees: Seen) =>
  wire(stockTakeSummary, {
    ...row,
    valuePaise: sees.prices ? row.valuePaise : null,
    costValuePaise: sees.costs ? row.costPaise : null,
  });

export type LineRow = {
  variantId: number;
  productId: number;
  name: string;
  option: string | null;
  barcode: string | null;
  counted: number;
  stock: number;
  toPack: number;
  applied: number | null;
  moved: number;
  edited: boolean;
  reason: DifferenceReason | null;
  note: string | null;
  countedBy: string | null;
  countedAt: Date;
  pricePaise: number;
  costPaise: number | null;
} & StockKept;

/** Whether the stock was set by hand since the last count of `l`: the count may already include that change. */
export const EDITED_SINCE = `EXISTS (SELECT FROM stock_ledger e WHERE e.variant_id = l.variant_id AND e.id > l.ledger_id
    AND e.reason IN ('adjustment', 'import', 'stock_take'))`;

/** The lines `l` of a stock take. */
export const LINES = `
  SELECT ${NAME_COLUMNS}, l.stock_unit, l.content, l.counted, l.stock, l.to_pack, l.applied, l.applied IS NULL AND ${EDITED_SINCE} AS edited,
    CASE WHEN l.first_ledger_id = l.ledger_id THEN 0 ELSE (
      SELECT round(coalesce(sum(${movedIn('l')}), 0))::int FROM stock_ledger m
      WHERE m.variant_id = v.id AND m.id > l.first_ledger_id AND m.id <= l.ledger_id AND m.reason <> 'conversion') END AS moved,
    l.reason, l.note, ${personName('u')} AS counted_by, l.counted_at, coalesce(l.price_paise, v.price_paise) AS price_paise,
    coalesce(l.cost_paise, v.cost_paise) AS cost_paise
  FROM stock_take_lines l JOIN (${STOCK_VARIANTS}) ON v.id = l.variant_id LEFT JOIN users u ON u.id = l.counted_by`;

export function presentLine(row: LineRow, sees: Seen) {
  const difference = row.applied ?? differenceOf(row);
  const worth = (paise: number) => Math.round((difference * paise) / row.content);
  return wire(stockTakeLine, {
    ...row,
    expected: row.stock + row.toPack,
    difference,
    valuePaise: sees.prices ? worth(row.pricePaise) : null,
    costValuePaise: sees.costs && row.costPaise !== null ? worth(row.costPaise) : null,
  });
}
