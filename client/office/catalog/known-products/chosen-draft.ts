import type { ChosenRow } from './chosen-products.ts';

/** `key`: the idempotency key that the rows were, or are to be, sent with. */
export type ChosenDraft = { rows: readonly ChosenRow[]; key: string };

type DraftOf = { userId: number | undefined; shopId: number };

const keyOf = ({ userId, shopId }: DraftOf) => `knownProductsDraft_${userId}_${shopId}`;

/** The chosen products of this tab that are not added yet, with their entries; a reload loses nothing. */
export function readChosen(of: DraftOf): ChosenDraft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(of)) ?? 'null') as Partial<ChosenDraft> | null;
    if (typeof stored?.key !== 'string' || !Array.isArray(stored.rows)) return undefined;
    const rows = stored.rows.filter(isRow);
    return rows.length > 0 ? { rows, key: stored.key } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores it where storage is available; without rows there is no draft. */
export function storeChosen(of: DraftOf, draft: ChosenDraft): void {
  try {
    if (draft.rows.length === 0) sessionStorage.removeItem(keyOf(of));
    else sessionStorage.setItem(keyOf(of), JSON.stringify(draft));
  } catch {
    // The screen still has it.
  }
}

// An older version of the app may have stored another shape.
function isRow(row: Partial<ChosenRow> | null): row is ChosenRow {
  return (
    typeof row?.key === 'string' &&
    typeof row.price === 'string' &&
    typeof row.stock === 'string' &&
    typeof row.product?.name === 'string'
  );
}
