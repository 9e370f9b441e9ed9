import type { NamedView } from '@haat/contract/api/categories.schema';
import { useState, type KeyboardEvent } from 'react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { useProductForm } from './product-form-context.ts';
import styles from './ProductForm.module.css';
import { useAddNamed, type NewKind } from './use-add-named.ts';

type Props = {
  kind: NewKind;
  /** Of a new subcategory. */
  parentId?: number | undefined;
  onAdded: (added: NamedView) => void;
  onClose: () => void;
};

const LABELS = {
  category: 'productForm.newCategory',
  subcategory: 'productForm.newSubcategory',
  unit: 'productForm.newUnit',
} as const;
const SAVES = {
  category: 'productForm.saveCategory',
  subcategory: 'productForm.saveSubcategory',
  unit: 'productForm.saveUnit',
} as const;
const REQUIRED = {
  category: 'productForm.categoryRequired',
  subcategory: 'productForm.subcategoryRequired',
  unit: 'productForm.unitRequired',
} as const;

/** The panel for a new category, subcategory or unit; one that is saved is chosen. Spec sections 2, 5 and 8. */
export function NewNamed({ kind, parentId, onAdded, onClose }: Props) {
  const t = useText();
  const { shopId } = useProductForm();
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<TextId>();
  const [alert, setAlert] = useState<TextId>();
  const { add, isAdding, problemOf } = useAddNamed(kind, shopId);

  const tell = (text: TextId) => {
    setProblem(text);
    setAlert(text);
  };
  const save = () => {
    const isReady = name.trim() !== '' && (kind !== 'subcategory' || parentId !== undefined);
    if (!isReady) return tell(REQUIRED[kind]);
    if (isAdding) return undefined;
    setProblem(undefined);
    return add(
      { name: name.trim(), parentId },
      { onSuccess: (added) => [onAdded(added), onClose()], onError: (error) => tell(problemOf(error)) },
    );
  };
  const saveOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // The form around it is another one.
    event.preventDefault();
    save();
  };
  return (
    <div className={styles.panel}>
      <Field
        label={t(LABELS[kind])}
        maxLength={60}
        autoComplete="off"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens at the press of a button, to be typed into
        autoFocus
        value={name}
        problem={problem && t(problem)}
        isQuiet
        onChange={({ target }) => setName(target.value)}
        onKeyDown={saveOnEnter}
      />
      <div className={styles.row}>
        <Button disabled={isAdding} onClick={save}>
          {t(SAVES[kind])}
        </Button>
        <Button look="quiet" onClick={onClose}>
          {t('common.cancel')}
        </Button>
      </div>
      {alert ? <AlertDialog text={t(alert)} onClose={() => setAlert(undefined)} /> : null}
    </div>
  );
}
