import { Router } from '@koa/router';
import { figuresParams, type FiguresView } from '@haat/contract/api/figures.schema';
import { toRupees } from '@haat/contract/rules/rupees';
import { type Figures, readFigures } from '@haat/core/services/figures/read-figures';
import { parse } from '../http/parse.ts';
import { type ApiState, requireMember } from '../http/session.ts';

export const figuresRoutes = new Router<ApiState>({ prefix: '/api/shops/:shopId/figures' });

figuresRoutes.get('/', async (ctx) => {
  const by = requireMember(ctx.state);
  const { shopId } = parse(figuresParams, ctx.params);
  ctx.body = present(await readFigures({ by, shopId }));
});

function present({ days, openOrders, bestSellers, lowStock, lowStockCount }: Figures): FiguresView {
  const inRupees = days.map(({ takingsPaise, ...day }) => ({ ...day, takings: toRupees(takingsPaise) }));
  return {
    today: inRupees.at(-1)!,
    open_orders: openOrders,
    days: inRupees,
    best_sellers: bestSellers.map(({ productId, takingsPaise, ...each }) => ({
      product_id: productId,
      ...each,
      takings: toRupees(takingsPaise),
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
