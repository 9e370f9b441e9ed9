import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { ProductEntries } from './product-entries.ts';

/** Whose form, and of which product; of none for a new one. */
export type DraftOf = { userId: number | undefined; shopId: number; productId: number | undefined };

/**
 * What was typed, the product as it was when that was begun, and the key that the form is sent under. A picture cannot be
 * kept.
 */
export type ProductDraft = { entries: ProductEntries; seen: ShopProduct | undefined; requestKey: string };

const keyOf = ({ userId, shopId, productId }: DraftOf) => `productDraft_${userId}_${shopId}_${productId ?? 'new'}`;

/** What was typed and not saved yet in this tab. */
export function readDraft(of: DraftOf): ProductDraft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(of)) ?? 'null') as ProductDraft | null;
    return isDraft(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps what is typed; nothing happens where storage is full or forbidden. */
export function keepDraft(of: DraftOf, { entries, seen, requestKey }: ProductDraft): void {
  try {
    sessionStorage.setItem(
      keyOf(of),
      JSON.stringify({ entries: { ...entries, picture: undefined }, seen, requestKey }),
    );
  } catch {
    // The form itself still has it.
  }
}

/** It was saved, or given up. */
export function forgetDraft(of: DraftOf): void {
  try {
    sessionStorage.removeItem(keyOf(of));
  } catch {
    // Nothing was stored where nothing can be removed.
  }
}

// An older version of the product may have kept another form.
function isDraft(stored: ProductDraft | null): stored is ProductDraft {
  const entries = stored?.entries;
  if (
    typeof stored?.requestKey !== 'string' ||
    !entries ||
    typeof entries.name !== 'string' ||
    typeof entries.unitPrice !== 'string'
  )
    return false;
  const isChoice = (choice: unknown) =>
    typeof choice === 'object' && choice !== null && Object.values(choice).every((each) => each !== null);
  return Array.isArray(entries.choices) && entries.choices.length > 0 && entries.choices.every(isChoice);
}
