import * as api from '@haat/contract/money/reports.calls';
import type { CashReportView, StatsView } from '@haat/contract/money/reports.calls';
import * as money from '@haat/contract/money/money-reports.calls';
import type { MoneyReportView } from '@haat/contract/money/money-reports.calls';
import { toRupees } from '@haat/contract/rupees';
import { type CashReport, readCashReport } from '@haat/core/money/cash-report';
import { exportCashReport } from '@haat/core/money/export-cash-report';
import { exportOrders } from '@haat/core/money/export-orders';
import { exportMoneyReport, type MoneyReport, readMoneyReport } from '@haat/core/money/money-report';
import type { MoneySums } from '@haat/core/money/money.sql';
import { type ShopStats, readShopStats } from '@haat/core/money/read-shop-stats';
import { type Route, route } from '../http/route.ts';

export const reportsRoutes: Route[] = [
  route(api.getStats, async ({ user, params }) => presentStats(await readShopStats({ by: user, ...params }))),

  route(api.getCashReport, async ({ user, params, query }) =>
    presentCashReport(await readCashReport({ by: user, shopId: params.shopId, day: query.day })),
  ),

  route(api.exportCashReport, ({ user, params, query }) =>
    exportCashReport({ by: user, shopId: params.shopId, day: query.day }),
  ),

  route(money.getMoneyReport, async ({ user, params, query: { by: group, ...days } }) =>
    presentReport(await readMoneyReport({ by: user, shopId: params.shopId, group, ...days })),
  ),

  route(money.exportMoneyReport, ({ user, params, query: { by: group, ...days } }) =>
    exportMoneyReport({ by: user, shopId: params.shopId, group, ...days }),
  ),

  route(money.exportOrders, ({ user, params, query }) => exportOrders({ by: user, shopId: params.shopId, ...query })),
];

function presentStats({ days, toCollect, openOrders, bestSellers, lowStock, ...stats }: ShopStats): StatsView {
  const inRupees = days.map(({ day, ...sums }) => ({ day, ...presentSums(sums) }));
  return {
    today: inRupees.at(-1)!,
    to_collect: presentSum(toCollect),
    open_orders: openOrders,
    has_products: stats.hasProducts,
    days: inRupees,
    best_sellers: bestSellers.map(({ productId, orderedPaise, ...each }) => ({
      product_id: productId,
      ...each,
      ordered: toRupees(orderedPaise),
    })),
    low_stock_count: stats.lowStockCount,
    low_stock: lowStock.map(({ productId, variantId, name, option, stock }) => ({
      product_id: productId,
      variant_id: variantId,
      name,
      option,
      stock,
    })),
  };
}

const presentSums = ({ orders, orderedPaise, receivedPaise, refundedPaise }: MoneySums) => ({
  orders,
  ordered: toRupees(orderedPaise),
  received: toRupees(receivedPaise),
  refunded: toRupees(refundedPaise),
});

const presentSum = ({ orders, paise }: CashReport['toCollect']) => ({ orders, amount: toRupees(paise) });

function presentCashReport({ day, today, received, refunded, ...report }: CashReport): CashReportView {
  return {
    day,
    today,
    ordered: presentSum(report.ordered),
    received: {
      ...presentSum(received),
      cash: presentSum(received.cash),
      upi: presentSum(received.upi),
      online: presentSum(received.online),
    },
    refunded: {
      ...presentSum(refunded),
      cash: presentSum(refunded.cash),
      upi: presentSum(refunded.upi),
      online: presentSum(refunded.online),
    },
    net: toRupees(received.paise - refunded.paise),
    to_collect: presentSum(report.toCollect),
    cash: report.cash.map(presentEntry),
    payouts: report.payouts.map(presentEntry),
  };
}

const presentEntry = ({
  id,
  orderNumber,
  at,
  time,
  by,
  customerName,
  takeaway,
  channel,
  paise,
}: CashReport['cash'][number]) => ({
  id,
  orderNumber,
  at: at.toISOString(),
  time,
  by,
  customer_name: customerName,
  takeaway,
  channel,
  amount: toRupees(paise),
});

function presentReport({ total, toCollect, days, rows, rowCount, ...report }: MoneyReport): MoneyReportView {
  const optional = (paise: number | null) => (paise === null ? null : toRupees(paise));
  return {
    ...report,
    total: presentSums(total),
    to_collect: presentSum(toCollect),
    days: days.map(({ day, ...sums }) => ({ day, ...presentSums(sums) })),
    rows: rows.map(({ key, name, orders, items, ...sums }) => ({
      key,
      name,
      orders,
      items,
      ordered: optional(sums.orderedPaise),
      received: optional(sums.receivedPaise),
      refunded: optional(sums.refundedPaise),
    })),
    row_count: rowCount,
  };
}
