import { Router } from '@koa/router';
import { dayBookParams, dayBookQuery, type DayBookView } from '@haat/contract/api/day-book.schema';
import { toRupees } from '@haat/contract/rules/rupees';
import { exportDayBook } from '@haat/core/services/day-book/export-day-book';
import { type DayBook, readDayBook } from '@haat/core/services/day-book/read-day-book';
import { parse } from '../http/parse.ts';
import { type ApiState, requireMember } from '../http/session.ts';

export const dayBookRoutes = new Router<ApiState>({ prefix: '/api/shops/:shopId' });

dayBookRoutes.get('/day-book', async (ctx) => {
  const by = requireMember(ctx.state);
  const { shopId } = parse(dayBookParams, ctx.params);
  const { day } = parse(dayBookQuery, ctx.query);
  ctx.body = present(await readDayBook({ by, shopId, day }));
});

dayBookRoutes.get('/day-book.csv', async (ctx) => {
  const by = requireMember(ctx.state);
  const { shopId } = parse(dayBookParams, ctx.params);
  const { day } = parse(dayBookQuery, ctx.query);
  const { csv, fileName } = await exportDayBook({ by, shopId, day });
  ctx.attachment(fileName);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = csv;
});

function present({ day, today, cash, ...sums }: DayBook): DayBookView {
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
    total: toRupees(sums.cashPaise + sums.onlinePaise),
    due: { orders: sums.dueOrders, amount: toRupees(sums.duePaise) },
  };
}
