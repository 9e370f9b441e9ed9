import * as api from '@haat/contract/api/reports';
import type { CashReportView, StatsView } from '@haat/contract/api/reports';
import { toRupees } from '@haat/contract/rules/rupees';
import { type CashReport, exportCashReport, readCashReport } from '@haat/core/services/cash-report/cash-report';
import { type ShopStats, readShopStats } from '@haat/core/services/stats/read-shop-stats';
import { type Route, route } from '../http/route.ts';

export const reportsRoutes: Route[] = [
  route(api.getStats, async ({ user, params }) => presentStats(await readShopStats({ by: user, ...params }))),

  route(api.getCashReport, async ({ user, params, query }) =>
    presentCashReport(await readCashReport({ by: user, shopId: params.shopId, day: query.day })),
  ),

  route(api.exportCashReport, ({ user, params, query }) =>
    exportCashReport({ by: user, shopId: params.shopId, day: query.day }),
  ),
];

function presentStats({ days, openOrders, bestSellers, lowStock, lowStockCount }: ShopStats): StatsView {
  const inRupees = days.map(({ revenuePaise, ...day }) => ({ ...day, revenue: toRupees(revenuePaise) }));
  return {
    today: inRupees.at(-1)!,
    open_orders: openOrders,
    days: inRupees,
    best_sellers: bestSellers.map(({ productId, revenuePaise, ...each }) => ({
      product_id: productId,
      ...each,
      revenue: toRupees(revenuePaise),
    })),
    low_stock_count: lowStockCount,
    low_stock: lowStock.map(({ productId, variantId, name, option, stock }) => ({
      product_id: productId,
      variant_id: variantId,
      name,
      option,
      stock,
    })),
  };
}

function presentCashReport({ day, today, cash, payouts, ...sums }: CashReport): CashReportView {
  return {
    day,
    today,
    cash: {
      orders: sums.cashOrders,
      amount: toRupees(sums.cashPaise),
      list: cash.map(({ id, orderNumber, deliveredAt, time, by, customerName, takeaway, totalPaise }) => ({
        id,
        orderNumber,
        delivered_at: deliveredAt.toISOString(),
        time,
        by,
        customer_name: customerName,
        takeaway,
        amount: toRupees(totalPaise),
      })),
    },
    online: { orders: sums.onlineOrders, amount: toRupees(sums.onlinePaise) },
    paid_out: {
      orders: sums.paidOutOrders,
      amount: toRupees(sums.paidOutPaise),
      list: payouts.map(({ id, orderNumber, paidAt, time, by, customerName, amountPaise }) => ({
        id,
        orderNumber,
        paid_at: paidAt.toISOString(),
        time,
        by,
        customer_name: customerName,
        amount: toRupees(amountPaise),
      })),
    },
    total: toRupees(sums.cashPaise + sums.onlinePaise - sums.paidOutPaise),
    due: { orders: sums.dueOrders, amount: toRupees(sums.duePaise) },
  };
}
