import * as api from '@haat/contract/catalog/imports.calls';
import { findActingShop } from '@haat/core/accounts/shop-rights';
import { exportProblems, exportProducts, exportWorkbook } from '@haat/core/catalog/imports/export-products';
import { setImportColumns } from '@haat/core/catalog/imports/import-columns';
import { listRows } from '@haat/core/catalog/imports/import-rows';
import { findImport, findImportRecord, listImports } from '@haat/core/catalog/imports/import-record';
import { applyImport, cancelImport, startImport } from '@haat/core/catalog/imports/start-import';
import { undoImport } from '@haat/core/catalog/imports/undo-import';
import { type Route, route } from '../http/route.ts';

export const importsRoutes: Route[] = [
  route(api.exportProducts, ({ user, params }) => exportProducts(user, params.shopId)),

  route(api.exportProductsWorkbook, ({ user, params }) => exportWorkbook(user, params.shopId)),

  route(api.startImport, async ({ user, params: { shopId }, readForm }) => {
    await findActingShop('catalog', user, shopId);
    const { fields, file } = await readForm();
    const isDryRun = fields.dry_run === 'true' || fields.dry_run === '1';
    return startImport({ by: user, shopId, file, isDryRun });
  }),

  route(api.listImports, ({ user, params }) => listImports({ by: user, shopId: params.shopId })),
  route(api.getImport, ({ user, params }) => findImport({ by: user, ...params })),
  route(api.exportImportErrors, ({ user, params }) => exportProblems({ by: user, ...params })),
  route(api.listImportRows, async ({ user, params, query }) => {
    const { id } = await findImportRecord({ by: user, ...params });
    return listRows(id, query);
  }),
  route(api.setImportColumns, ({ user, params, body: { heading_row: headingRow, ...body } }) =>
    setImportColumns({ by: user, ...params, ...body, headingRow }),
  ),
  route(api.applyImport, ({ user, params, body }) =>
    applyImport({ by: user, ...params, acceptsUnusual: body.accept_unusual }),
  ),
  route(api.undoImport, ({ user, params }) => undoImport({ by: user, ...params })),
  route(api.cancelImport, ({ user, params }) => cancelImport({ by: user, ...params })),
];
