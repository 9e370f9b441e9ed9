import type { ImportPreview, ImportState } from '@haat/contract/api/imports.schema';

/** A product of a plan: its rows by their numbers, each with the variant that it is about, null for a new one. */
export type PlannedGroup = { productId: number | null; rows: [row: number, variantId: number | null][] };

/** What a look at the file told. */
export type Findings = {
  preview?: ImportPreview[];
  newCategories?: string[];
  newUnits?: string[];
  ignored?: string[];
};

/** A row of `imports`, without its file. */
export type ImportRecord = {
  id: number;
  shopId: number;
  actorId: number;
  fileName: string;
  isDryRun: boolean;
  state: ImportState;
  rows: number;
  created: number;
  changed: number;
  unchanged: number;
  failed: number;
  findings: Findings;
  createdAt: Date;
  finishedAt: Date | null;
};

export const IMPORT_RECORD = `
  SELECT id, shop_id AS "shopId", actor_id AS "actorId", file_name AS "fileName", is_dry_run AS "isDryRun", state, rows,
    created, changed, unchanged, failed, findings, created_at AS "createdAt", finished_at AS "finishedAt"
  FROM imports`;

/** What the work on an import needs of its row. `seen`: the stock of each variant as the first look at the file found it. */
export type OpenImport = Pick<ImportRecord, 'id' | 'shopId' | 'actorId' | 'isDryRun' | 'state'> & {
  file: string;
  plan: PlannedGroup[];
  position: number;
  seen: Record<string, number>;
};
