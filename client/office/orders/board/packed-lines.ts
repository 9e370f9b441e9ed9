import { useSyncExternalStore } from 'react';
import { readStored, removeStored, writeStored } from '../../../lib/storage.ts';

/** The lines that were ticked off while packing, by the id of their order. */
type PackedLines = Readonly<Record<string, readonly number[]>>;

const KEY = 'packedLines';
const NONE: readonly number[] = [];
const listeners = new Set<() => void>();
let packed: PackedLines | undefined;

/** The lines of an order that this device has ticked off, and how to tick one off or on again. Kept over a reload. */
export function usePackedLines(orderId: number) {
  const lines = useSyncExternalStore(subscribe, () => known()[orderId] ?? NONE);
  const toggle = (lineId: number) =>
    store({
      ...known(),
      [orderId]: lines.includes(lineId) ? lines.filter((id) => id !== lineId) : [...lines, lineId],
    });
  return { lines, toggle, tickAll: (lineIds: readonly number[]) => store({ ...known(), [orderId]: [...lineIds] }) };
}

/** The lines of all orders that this device has ticked off. */
export const useAllPackedLines = (): PackedLines => useSyncExternalStore(subscribe, known);

type PackedOrder = { id: number; items: readonly { id: number }[] };

/** Whether every line of the order is in the bag. */
export const isPacked = (packedLines: PackedLines, { id, items }: PackedOrder): boolean =>
  items.every((line) => packedLines[id]?.includes(line.id));

/** Forgets the ticks of all orders except `packing`, the ids of orders that are still open. */
export function forgetPackedLines(packing: ReadonlySet<number>): void {
  const kept = Object.entries(known()).filter(([id]) => packing.has(Number(id)));
  if (kept.length < Object.keys(known()).length) store(Object.fromEntries(kept));
}

const known = (): PackedLines => (packed ??= read());

function read(): PackedLines {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    return Object.fromEntries(
      Object.entries(stored).flatMap(([id, lines]: [string, unknown]) =>
        Array.isArray(lines) ? [[id, lines.filter((line) => typeof line === 'number')]] : [],
      ),
    );
  } catch {
    return {};
  }
}

function store(lines: PackedLines): void {
  packed = lines;
  if (Object.keys(lines).length === 0) removeStored(KEY);
  else writeStored(KEY, JSON.stringify(lines));
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  const follow = (event: StorageEvent) => {
    if (event.key !== KEY) return;
    packed = undefined;
    listener();
  };
  window.addEventListener('storage', follow);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', follow);
  };
}
