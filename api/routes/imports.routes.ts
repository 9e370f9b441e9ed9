import { Router } from '@koa/router';
import {
  importForm,
  type ImportSummary,
  type ImportView,
  shopImportParams,
  shopImportsParams,
} from '@haat/contract/api/imports.schema';
import { invalidField } from '@haat/core/errors';
import { findActingShop } from '@haat/core/services/auth/acting-shop';
import { applyImport } from '@haat/core/services/imports/apply-import';
import { cancelImport } from '@haat/core/services/imports/cancel-import';
import { exportProblems } from '@haat/core/services/imports/export-problems';
import { exportProducts } from '@haat/core/services/imports/export-products';
import { findImport } from '@haat/core/services/imports/find-import';
import { listImports } from '@haat/core/services/imports/list-imports';
import { startImport } from '@haat/core/services/imports/start-import';
import type { Context } from 'koa';
import { readFileForm } from '../http/file-form.ts';
import { parse } from '../http/parse.ts';
import { sentFields } from '../http/picture-form.ts';
import { type ApiState, requireMember } from '../http/session.ts';

/** A shop's products in bulk, as CSV. */
export const importsRoutes = new Router<ApiState>({ prefix: '/api/shops/:shopId' });

importsRoutes.get('/products.csv', async (ctx) => {
  const by = requireMember(ctx.state);
  const { shopId } = parse(shopImportsParams, ctx.params);
  answerFile(ctx, await exportProducts(by, shopId));
});

importsRoutes.post('/imports', async (ctx) => {
  const by = requireMember(ctx.state);
  const { shopId } = parse(shopImportsParams, ctx.params);
  await findActingShop(by, shopId);
  const { fields, file } = await readFileForm(ctx, { field: 'file', tooLarge: 'The file must not be above 5 MB.' });
  const { dry_run: dryRun } = parse(importForm, sentFields(fields));
  if (!file) throw invalidField('file', 'must be a CSV file');
  const isDryRun = dryRun === 'true' || dryRun === '1';
  ctx.status = 201;
  ctx.body = (await startImport({ by, shopId, file, isDryRun })) satisfies ImportView;
});

importsRoutes.get('/imports', async (ctx) => {
  const by = requireMember(ctx.state);
  const { shopId } = parse(shopImportsParams, ctx.params);
  ctx.body = (await listImports({ by, shopId })) satisfies ImportSummary[];
});

importsRoutes.get('/imports/:id', async (ctx) => {
  const by = requireMember(ctx.state);
  ctx.body = (await findImport({ by, ...parse(shopImportParams, ctx.params) })) satisfies ImportView;
});

importsRoutes.get('/imports/:id/errors.csv', async (ctx) => {
  const by = requireMember(ctx.state);
  answerFile(ctx, await exportProblems({ by, ...parse(shopImportParams, ctx.params) }));
});

importsRoutes.post('/imports/:id/apply', async (ctx) => {
  const by = requireMember(ctx.state);
  ctx.body = (await applyImport({ by, ...parse(shopImportParams, ctx.params) })) satisfies ImportView;
});

importsRoutes.post('/imports/:id/cancel', async (ctx) => {
  const by = requireMember(ctx.state);
  ctx.body = (await cancelImport({ by, ...parse(shopImportParams, ctx.params) })) satisfies ImportView;
});

type File = Awaited<ReturnType<typeof exportProducts>>;

function answerFile(ctx: Context, { csv, fileName }: File): void {
  ctx.attachment(fileName);
  ctx.type = 'text/csv; charset=utf-8';
  ctx.body = csv;
}
