import * as api from '@haat/contract/stock/stock-lists.calls';
import * as takes from '@haat/contract/stock/stock-takes.calls';
import {
  countRestAsZero,
  countStock,
  removeStockTakeLine,
  setDifferenceReason,
} from '@haat/core/stock/stock-takes/count-stock';
import { finishStockTake } from '@haat/core/stock/stock-takes/finish-stock-take';
import { cancelStockTake, startStockTake } from '@haat/core/stock/stock-takes/open-stock-take';
import { findStockTake, listStockTakes, listUncounted } from '@haat/core/stock/stock-takes/read-stock-takes';
import { convertStock } from '@haat/core/stock/convert-stock';
import { readStockHistory } from '@haat/core/stock/stock-history';
import { listExpiring, writeOffStock } from '@haat/core/stock/expiring-stock';
import { findStockItems } from '@haat/core/stock/find-stock-items';
import { readLowStock, setLowStockLevel, setReorderLevel } from '@haat/core/stock/low-stock';
import { type Route, route } from '../http/route.ts';

export const stockRoutes: Route[] = [
  route(api.getStockHistory, ({ user, params, query }) => readStockHistory({ by: user, ...params, ...query })),

  route(api.findStockItems, ({ user, params, query }) => findStockItems({ by: user, ...params, ...query })),

  route(api.getLowStock, ({ user, params }) => readLowStock({ by: user, ...params })),

  route(api.setLowStockLevel, ({ user, params, body }) => setLowStockLevel({ by: user, ...params, ...body })),

  route(api.setReorderLevel, ({ user, params, body }) =>
    setReorderLevel({ by: user, ...params, level: body.level, unit: body.stock_unit }),
  ),

  route(api.convertStock, ({ user, params, body }) => convertStock({ by: user, ...params, body })),

  route(api.listExpiring, ({ user, params, query }) => listExpiring({ by: user, ...params, ...query })),

  route(api.writeOffStock, ({ user, params, body, key }) => writeOffStock({ by: user, ...params, body, key })),

  route(takes.listStockTakes, ({ user, params, query }) => listStockTakes({ by: user, ...params, ...query })),

  route(takes.startStockTake, async ({ ctx, user, params: { shopId }, body }) => {
    const { take, isNew } = await startStockTake({ by: user, shopId, categoryId: body.category_id });
    if (!isNew) ctx.status = 200;
    return take;
  }),

  route(takes.getStockTake, ({ user, params }) => findStockTake({ by: user, ...params })),
  route(takes.listUncounted, ({ user, params }) => listUncounted({ by: user, ...params })),
  route(takes.countStock, ({ user, params, body, key }) => countStock({ by: user, ...params, body, key })),
  route(takes.countRestAsZero, ({ user, params }) => countRestAsZero({ by: user, ...params })),

  route(takes.setDifferenceReason, ({ user, params, body: { reason, note = null } }) =>
    setDifferenceReason({ by: user, ...params, reason, note }),
  ),

  route(takes.removeStockTakeLine, ({ user, params }) => removeStockTakeLine({ by: user, ...params })),
  route(takes.finishStockTake, ({ user, params }) => finishStockTake({ by: user, ...params })),
  route(takes.cancelStockTake, ({ user, params }) => cancelStockTake({ by: user, ...params })),
];
