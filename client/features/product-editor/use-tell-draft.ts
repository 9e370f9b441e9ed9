import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { textOf } from '../../i18n/language.ts';
import { offerUndo } from '../../ui/offer-undo.tsx';
import { readDraft, type DraftOf } from './product-draft.ts';
import type { ProductEntries } from './product-entries.ts';

type Form = { entries: ProductEntries; isTouched: boolean };

/** Says, when somebody leaves a form that is not saved, that what was typed waits, and leads back to it. */
export function useTellDraft(of: DraftOf, { entries, isTouched }: Form): void {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const leave = useRef(() => {});
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    leave.current = () => {
      if (!isTouched || !readDraft(of)) return;
      const text = textOf(entries.picture ? 'productForm.keptButPicture' : 'productForm.kept');
      offerUndo(text, () => void navigate(pathname), textOf('productForm.goOn'));
    };
  });
  useEffect(() => {
    clearTimeout(leaving.current);
    return () => {
      // Later, because in development an effect is ended once and run again.
      leaving.current = setTimeout(() => leave.current());
    };
  }, []);
}
