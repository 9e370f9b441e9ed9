import type { ShopProduct } from '@haat/contract/api/products.schema';
import { useEffect, useState } from 'react';
import { changeChoice } from './change-choices.ts';
import { randomKey } from '../../lib/random-key.ts';
import { forgetDraft, keepDraft, readDraft, type DraftOf, type ProductDraft } from './product-draft.ts';
import type { ProductEntries } from './product-entries.ts';

type Begun = { entries: ProductEntries; seen: ShopProduct | undefined };
type Form = ProductDraft & { isTouched: boolean; isRestored: boolean };
type Changes = Partial<ProductEntries>;
/** Changes what is typed; with a function where it depends on what is typed then. */
export type ChangeEntries = (changes: Changes | ((entries: ProductEntries) => Changes)) => void;

/**
 * What is typed into the form of a product, and the product as it was when that was begun: a reload or a look at another
 * screen loses nothing.
 */
export function useProductEntries(of: DraftOf, begun: Begun) {
  const [form, setForm] = useState<Form>(() => {
    const draft = readDraft(of);
    return draft
      ? { ...withBarcode(draft, begun), isTouched: true, isRestored: true }
      : { ...begun, requestKey: randomKey(), isTouched: false, isRestored: false };
  });
  const { entries, seen, requestKey, isTouched } = form;
  const { userId, shopId, productId } = of;
  useEffect(() => {
    if (isTouched) keepDraft({ userId, shopId, productId }, { entries, seen, requestKey });
  }, [userId, shopId, productId, entries, seen, requestKey, isTouched]);
  useAskBeforeUnload(isTouched);

  const change: ChangeEntries = (changes) =>
    setForm((before) => {
      const changed = typeof changes === 'function' ? changes(before.entries) : changes;
      return { ...before, entries: { ...before.entries, ...changed }, isTouched: true };
    });
  /** Begins again with what there is. */
  const restart = (again: Begun): void => {
    forgetDraft(of);
    setForm({ ...again, requestKey: randomKey(), isTouched: false, isRestored: false });
  };
  /** Goes on with these entries, on top of the product as it is seen now. */
  const goOn = (next: Begun): void => setForm((before) => ({ ...before, ...next, isTouched: true, isRestored: false }));
  /** It was saved. */
  const forget = (): void => {
    forgetDraft(of);
    setForm((before) => ({ ...before, isTouched: false }));
  };
  /** What is sent from now on is another form. */
  const renewKey = (): void => setForm((before) => ({ ...before, requestKey: randomKey() }));
  return { ...form, change, restart, goOn, forget, renewKey };
}

// Whoever comes with a barcode wants this one, whatever was typed before.
function withBarcode(draft: ProductDraft, { entries: { choices } }: Begun): ProductDraft {
  const [{ barcode }] = choices;
  if (draft.seen || barcode === '') return draft;
  return { ...draft, entries: { ...draft.entries, choices: changeChoice(draft.entries.choices, 0, { barcode }) } };
}

// The tab takes the draft with it when it is closed.
function useAskBeforeUnload(isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isWanted]);
}
