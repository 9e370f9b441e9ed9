import type { ImportSummary, ImportView } from '@haat/contract/api/imports.schema';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import type { Call } from '../../lib/send-request.ts';

const POLL_MS = 1_000;

const SUMMARY = { id: 0, file_name: '', dry_run: true, rows: 0, created: 0, changed: 0, unchanged: 0, failed: 0 };
const PREVIEW = { row: 0, name: '', cells: [{ after: '' }] } as const;
const VIEW = { ...SUMMARY, preview: [PREVIEW], problems: [{ row: 0 }], new_categories: [''], new_units: [''] } as const;

export const isUnderWay = ({ state }: Pick<ImportSummary, 'state'>): boolean =>
  state === 'waiting' || state === 'running';

export const importsPath = (shopId: number): string => `/api/shops/${shopId}/imports`;

/** A call that answers an import. */
export const callForImport = (path: string, call: Call<ImportView> = {}): Promise<ImportView> =>
  callApi<ImportView>(path, { ...call, like: VIEW });

/** One import, asked for each second while it is under way. */
export const importQuery = (shopId: number, id: number) =>
  queryOptions({
    queryKey: ['import', shopId, id],
    queryFn: ({ signal }) => callForImport(`${importsPath(shopId)}/${id}`, { signal }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false),
    staleTime: 0,
  });

/** The last imports of a shop, newest first. */
export const importsQuery = (shopId: number) =>
  queryOptions({
    queryKey: ['imports', shopId],
    queryFn: ({ signal }) => callApi<ImportSummary[]>(importsPath(shopId), { signal, like: [SUMMARY] }),
    staleTime: 0,
  });
