import * as api from '@haat/contract/catalog/bulk-changes.calls';
import { changeProducts, previewPrices } from '@haat/core/catalog/bulk-changes/change-products';
import { undoBulkChange } from '@haat/core/catalog/bulk-changes/undo-bulk-change';
import { type Route, route } from '../http/route.ts';

export const bulkChangesRoutes: Route[] = [
  route(api.previewPrices, ({ user, params, body }) => previewPrices({ by: user, ...params, ...body })),

  route(api.changeProducts, ({ user, params, body: { confirm_free: isFreeConfirmed, ...body }, key }) =>
    changeProducts({ by: user, ...params, ...body, isFreeConfirmed, key }),
  ),

  route(api.undoBulkChange, ({ user, params }) => undoBulkChange({ id: params.id, by: user })),
];
