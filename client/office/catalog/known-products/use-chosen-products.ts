import {
  addKnownProducts,
  MOST_KNOWN_PRODUCTS,
  suggestProducts,
  type SuggestedProductView,
} from '@haat/contract/catalog/catalog.calls';
import { useEffect, useRef, useState } from 'react';
import { textOf } from '../../../i18n/language.ts';
import { call } from '../../../lib/api.ts';
import { randomKey } from '../../../lib/storage.ts';
import { showText } from '../../../ui/toasts.tsx';
import { useChange } from '../../../ui/use-change.ts';
import { scanProduct } from '../scan-product.ts';
import { beep } from '../../../shared/scanner/beep.ts';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { type ChosenRow, keyOf, problemOf, toRequest, toRow } from './chosen-products.ts';

/** The result of the last scan, for the notice below the camera. */
export type LastScan = { code: string; name?: string; isKnown: boolean; isThere?: boolean };

/**
 * The known products that were chosen, by search or by scan, until they are added. Rows that cannot be added stay as typed;
 * after a reload they are restored.
 */
export function useChosenProducts(shopId: number) {
  const { rows, key, isRestored, latest, update, clear } = useStoredRows(shopId);
  const [lastScan, setLastScan] = useState<LastScan>();
  /** How often adding was refused: each time, the first field with a problem gets the focus. */
  const [refusals, setRefusals] = useState(0);
  const [added, setAdded] = useState<ReadonlySet<string>>(new Set());
  const isFull = rows.length >= MOST_KNOWN_PRODUCTS;

  const choose = (product: SuggestedProductView, barcode: string | null = null): void => {
    const added = toRow(product, barcode);
    const has = latest.current.some((row) => row.key === added.key);
    if (!has && latest.current.length < MOST_KNOWN_PRODUCTS) update([...latest.current, added]);
  };
  const remove = (rowKey: string) => update(latest.current.filter((row) => row.key !== rowKey));
  const edit = (rowKey: string, change: Partial<Pick<ChosenRow, 'price' | 'stock'>>) =>
    update(latest.current.map((row) => (row.key === rowKey ? { ...row, ...change, problem: undefined } : row)));

  const latestScan = useRef('');
  /** Adds the row of a scanned barcode; the next scan can follow immediately, and its answer may come first. */
  const scan = async (code: string): Promise<void> => {
    latestScan.current = code;
    const [own, [product]] = await Promise.all([
      scanProduct(shopId, code).catch(() => undefined),
      call(suggestProducts, { query: { barcode: code } }).catch(() => []),
    ]);
    const isKnown = own === undefined && product !== undefined;
    if (isKnown) choose(product, code);
    beep(isKnown);
    if (latestScan.current !== code) return;
    const name = own?.variant.name ?? product?.name;
    setLastScan({ code, isKnown, isThere: own !== undefined, ...(name !== undefined && { name }) });
  };

  const sent = useRef<readonly ChosenRow[]>([]);
  const { send, isSending, refusal } = useChange(addKnownProducts, {
    failed: 'knownProducts.failed',
    onDone: ({ added, refused }) => {
      const keyAt = (row: number) => sent.current[row]?.key;
      const done = new Set(added.flatMap(({ row }) => keyAt(row) ?? []));
      setAdded((before) => new Set([...before, ...done]));
      const reasons = new Map(refused.map(({ row, reason }) => [keyAt(row), reason]));
      update(
        latest.current
          .filter((row) => !done.has(row.key))
          .map((row) => ({ ...row, problem: reasons.get(row.key) ?? row.problem })),
      );
      if (refused.length > 0) setRefusals((count) => count + 1);
      if (added.length > 0) void showText('success', textOf('knownProducts.added', { count: added.length }));
    },
  });
  const add = (): void => {
    const checked = latest.current.map((row) => ({ ...row, problem: problemOf(row) }));
    if (checked.some(({ problem }) => problem)) {
      update(checked);
      setRefusals((count) => count + 1);
    } else if (!isSending) {
      sent.current = checked;
      send({ params: { shopId }, body: { products: checked.map(toRequest) }, key });
    }
  };

  const has = (product: SuggestedProductView) => rows.some((row) => row.key === keyOf(product));
  /** Whether it was added since the screen was opened. */
  const isAdded = (product: SuggestedProductView) => added.has(keyOf(product));
  return {
    rows,
    isRestored,
    refusals,
    has,
    isAdded,
    clear,
    choose,
    remove,
    edit,
    scan,
    lastScan,
    add,
    isAdding: isSending,
    isFull,
    refusal,
  };
}

/** The rows as a draft of this tab; `latest` has them before they are shown. */
function useStoredRows(shopId: number) {
  const { userId } = useSession();
  const [draft] = useState(() => readChosen({ userId, shopId }));
  const [isRestored, setRestored] = useState(draft !== undefined);
  const [rows, setRows] = useState<readonly ChosenRow[]>(draft?.rows ?? []);
  // Until the server has answered, a repeated request is the same one.
  const [key, setKey] = useState(() => draft?.key ?? randomKey());
  useEffect(() => storeChosen({ userId, shopId }, { rows, key }), [userId, shopId, rows, key]);
  const latest = useRef(rows);
  const update = (next: readonly ChosenRow[]) => {
    latest.current = next;
    setRows(next);
    setKey(randomKey());
  };
  const clear = (): void => {
    setRestored(false);
    update([]);
  };
  return { rows, key, isRestored, latest, update, clear };
}

/** `key`: the idempotency key that the rows were, or are to be, sent with. */
type ChosenDraft = { rows: readonly ChosenRow[]; key: string };

type DraftOf = { userId: number | undefined; shopId: number };

const storageKeyOf = ({ userId, shopId }: DraftOf) => `knownProductsDraft_${userId}_${shopId}`;

/** The chosen products of this tab that are not added yet, with their entries; a reload loses nothing. */
function readChosen(of: DraftOf): ChosenDraft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKeyOf(of)) ?? 'null') as Partial<ChosenDraft> | null;
    if (typeof stored?.key !== 'string' || !Array.isArray(stored.rows)) return undefined;
    const rows = stored.rows.filter(isRow);
    return rows.length > 0 ? { rows, key: stored.key } : undefined;
  } catch {
    return undefined;
  }
}

/** Stores it where storage is available; without rows there is no draft. */
function storeChosen(of: DraftOf, draft: ChosenDraft): void {
  try {
    if (draft.rows.length === 0) sessionStorage.removeItem(storageKeyOf(of));
    else sessionStorage.setItem(storageKeyOf(of), JSON.stringify(draft));
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

export type ChosenProducts = ReturnType<typeof useChosenProducts>;
