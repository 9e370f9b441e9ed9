import * as z from 'zod';
import type { Endpoint } from './endpoint.ts';
import { importForm, importSummary, importView, shopImportParams, shopImportsParams } from './imports.schema.ts';

const one = { params: shopImportParams, status: 200, answer: importView } as const;

/** A shop's products in bulk, as CSV. */
export const IMPORT_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/api/shops/:shopId/products.csv',
    auth: 'vendor',
    summary: "All of a shop's products as CSV, a row for each variant",
    params: shopImportsParams,
    status: 200,
    file: 'text/csv',
  },
  {
    method: 'post',
    path: '/api/shops/:shopId/imports',
    auth: 'vendor',
    summary: 'Import products from CSV; a dry run only says what would happen',
    params: shopImportsParams,
    form: importForm,
    upload: { name: 'file', description: 'CSV in UTF-8, up to 5 MB and 5,000 rows' },
    status: 201,
    answer: importView,
  },
  {
    method: 'get',
    path: '/api/shops/:shopId/imports',
    auth: 'vendor',
    summary: "A shop's last imports, newest first",
    params: shopImportsParams,
    status: 200,
    answer: z.array(importSummary),
  },
  {
    method: 'get',
    path: '/api/shops/:shopId/imports/:id',
    auth: 'vendor',
    summary: 'How far an import is, and what it found',
    ...one,
  },
  {
    method: 'get',
    path: '/api/shops/:shopId/imports/:id/errors.csv',
    auth: 'vendor',
    summary: 'The rows that were left out, and why',
    params: shopImportParams,
    status: 200,
    file: 'text/csv',
  },
  {
    method: 'post',
    path: '/api/shops/:shopId/imports/:id/apply',
    auth: 'vendor',
    summary: 'Do what a finished dry run said; doing it twice does it once',
    ...one,
  },
  {
    method: 'post',
    path: '/api/shops/:shopId/imports/:id/cancel',
    auth: 'vendor',
    summary: 'Stop an import; what it did stays',
    ...one,
  },
];
