import * as api from '@haat/contract/money/reports.calls';
import * as money from '@haat/contract/money/money-reports.calls';
import { readCashReport } from '@haat/core/money/cash-report';
import { exportCashReport } from '@haat/core/money/export-cash-report';
import { exportOrders } from '@haat/core/money/export-orders';
import { exportMoneyReport, readMoneyReport } from '@haat/core/money/money-report';
import { readShopStats } from '@haat/core/money/read-shop-stats';
import { wire } from '@haat/core/lib/wire';
import { type Route, route } from '../http/route.ts';

export const reportsRoutes: Route[] = [
  route(api.getStats, async ({ user, params }) => {
    const stats = await readShopStats({ by: user, ...params });
    return wire(api.statsView, { ...stats, today: stats.days.at(-1)! });
  }),

  route(api.getCashReport, async ({ user, params, query }) => {
    const report = await readCashReport({ by: user, shopId: params.shopId, day: query.day });
    const netPaise = report.received.paise - report.refunded.paise;
    return wire(api.cashReportView, { ...report, netPaise });
  }),

  route(api.exportCashReport, ({ user, params, query }) =>
    exportCashReport({ by: user, shopId: params.shopId, day: query.day }),
  ),

  route(money.getMoneyReport, async ({ user, params, query: { by: group, ...days } }) => {
    const report = await readMoneyReport({ by: user, shopId: params.shopId, group, ...days });
    return wire(money.moneyReportView, report);
  }),

  route(money.exportMoneyReport, ({ user, params, query: { by: group, ...days } }) =>
    exportMoneyReport({ by: user, shopId: params.shopId, group, ...days }),
  ),

  route(money.exportOrders, ({ user, params, query }) => exportOrders({ by: user, shopId: params.shopId, ...query })),
];
