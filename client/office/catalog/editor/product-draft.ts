import type { ShopProduct } from '@haat/contract/catalog/products.calls';
import { useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { textOf } from '../../../i18n/language.ts';
import { randomKey } from '../../../lib/storage.ts';
import { offerUndo } from '../../../ui/offer-undo.tsx';
import { changeVariant, DETAIL_FIELDS, type ProductFormValues } from './product-form-values.ts';

type Base = { values: ProductFormValues; seen: ShopProduct | undefined };
type Form = ProductDraft & { isTouched: boolean; isRestored: boolean };
type Changes = Partial<ProductFormValues>;
/** Changes the form; with a function where the change depends on the current values. */
export type ChangeValues = (changes: Changes | ((values: ProductFormValues) => Changes)) => void;

/**
 * The values of the product form and the version of the product that they are based on, stored as a draft of this tab:
 * a reload or a visit to another screen loses nothing.
 */
export function useProductDraft(of: DraftOf, base: Base) {
  const [form, setForm] = useState<Form>(() => {
    const draft = readDraft(of);
    return draft
      ? { ...withBegun(draft, base), isTouched: true, isRestored: true }
      : { ...base, requestKey: randomKey(), isTouched: false, isRestored: false };
  });
  const { values, seen, requestKey, isTouched } = form;
  const { userId, shopId, productId } = of;
  useEffect(() => {
    if (isTouched) storeDraft({ userId, shopId, productId }, { values, seen, requestKey });
  }, [userId, shopId, productId, values, seen, requestKey, isTouched]);
  useAskBeforeUnload(isTouched);

  const change: ChangeValues = (changes) =>
    setForm((before) => {
      const changed = typeof changes === 'function' ? changes(before.values) : changes;
      return { ...before, values: { ...before.values, ...changed }, isTouched: true };
    });
  /** Discards the draft. */
  const restart = (again: Base): void => {
    removeDraft(of);
    setForm({ ...again, requestKey: randomKey(), isTouched: false, isRestored: false });
  };
  /** Replaces the values and the version that they are based on. */
  const rebase = (next: Base): void =>
    setForm((before) => ({ ...before, ...next, isTouched: true, isRestored: false }));
  /** To be called once the product is saved. */
  const markSaved = (): void => {
    removeDraft(of);
    setForm((before) => ({ ...before, isTouched: false }));
  };
  /** The next submit is a new request. */
  const renewKey = (): void => setForm((before) => ({ ...before, requestKey: randomKey() }));
  return { ...form, change, restart, rebase, markSaved, renewKey };
}

// A barcode and a name in the address win over those in the draft.
function withBegun(draft: ProductDraft, { values: { name, variants } }: Base): ProductDraft {
  const [{ barcode }] = variants;
  if (draft.seen) return draft;
  const values = { ...draft.values, ...(name && { name }) };
  return {
    ...draft,
    values: barcode === '' ? values : { ...values, variants: changeVariant(values.variants, 0, { barcode }) },
  };
}

// The draft is lost when the tab is closed.
function useAskBeforeUnload(isDirty: boolean): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isDirty]);
}

/** When an unsaved form is left: shows that its draft is stored, with the way back. */
export function useDraftNotice(of: DraftOf, { values, isTouched }: Pick<Form, 'values' | 'isTouched'>): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leave = useRef(() => {});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    leave.current = () => {
      if (!isTouched || !readDraft(of)) return;
      const text = textOf(hasFile(values) ? 'productForm.draftSavedWithoutPicture' : 'productForm.draftSaved');
      offerUndo(text, () => void navigate(pathname), textOf('productForm.goOn'));
    };
  });
  useEffect(() => {
    clearTimeout(timer.current);
    return () => {
      // Deferred: in development React ends an effect once and runs it again.
      timer.current = setTimeout(() => leave.current());
    };
  }, []);
}

/** Without a `productId`: the draft of a new product. */
type DraftOf = { userId: number | undefined; shopId: number; productId: number | undefined };

/** `seen`: the version that the values are based on; `requestKey`: the idempotency key. A new picture cannot be stored. */
type ProductDraft = { values: ProductFormValues; seen: ShopProduct | undefined; requestKey: string };

const keyOf = ({ userId, shopId, productId }: DraftOf) => `productDraft_${userId}_${shopId}_${productId ?? 'new'}`;

function readDraft(of: DraftOf): ProductDraft | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(of)) ?? 'null') as ProductDraft | null;
    return isDraft(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

function storeDraft(of: DraftOf, { values, seen, requestKey }: ProductDraft): void {
  try {
    // A list without its new pictures would remove the replaced ones.
    const pictures = hasFile(values) ? (seen?.pictures ?? []) : values.pictures;
    sessionStorage.setItem(keyOf(of), JSON.stringify({ values: { ...values, pictures }, seen, requestKey }));
  } catch {
    // Storage is full or forbidden; the form itself still has the values.
  }
}

const hasFile = ({ pictures }: ProductFormValues): boolean => pictures.some((each) => each instanceof File);

function removeDraft(of: DraftOf): void {
  try {
    sessionStorage.removeItem(keyOf(of));
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

// An older version of the app may have stored another shape.
function isDraft(stored: ProductDraft | null): stored is ProductDraft {
  const values = stored?.values;
  if (
    typeof stored?.requestKey !== 'string' ||
    !values ||
    typeof values.name !== 'string' ||
    typeof values.unitPrice !== 'string' ||
    DETAIL_FIELDS.some((field) => typeof values[field] !== 'string') ||
    !Array.isArray(values.pictures)
  )
    return false;
  const isVariant = (variant: unknown) =>
    typeof variant === 'object' && variant !== null && Object.values(variant).every((each) => each !== null);
  return Array.isArray(values.variants) && values.variants.length > 0 && values.variants.every(isVariant);
}
