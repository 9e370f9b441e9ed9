import { useRef, useState, type KeyboardEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { randomKey } from '../../lib/random-key.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { emptyChoice, type ChoiceEntry } from './product-entries.ts';
import { useProductForm } from './product-form-context.ts';
import styles from './ProductForm.module.css';

type Props = { onAdd: (choice: ChoiceEntry) => void };

const EMPTY = { unit: '', price: '', stock: '' };

/** One more unit: appended with its name and price, and the inputs are empty again; nothing happens without either. Spec section 5. */
export function NewUnit({ onAdd }: Props) {
  const t = useText();
  const { isNew } = useProductForm();
  const name = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(EMPTY);
  const add = () => {
    if (typed.unit.trim() === '' || typed.price.trim() === '') return;
    onAdd({ ...emptyChoice(randomKey()), ...typed });
    setTyped(EMPTY);
    name.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // It completes the unit, not the form.
    event.preventDefault();
    add();
  };
  const input = (field: keyof typeof EMPTY) => ({
    value: typed[field],
    autoComplete: 'off',
    onKeyDown: addOnEnter,
    onChange: ({ target }: { target: { value: string } }) => setTyped({ ...typed, [field]: target.value }),
  });
  return (
    <div className={styles.panel}>
      <div className={styles.pair}>
        <Field ref={name} label={t('productForm.newUnitName')} maxLength={60} {...input('unit')} />
        <Field label={t('productForm.newUnitPrice')} inputMode="decimal" {...input('price')} />
        <Field label={t('productForm.newUnitStock')} inputMode="numeric" {...input('stock')} />
      </div>
      <div>
        <Button look="secondary" onClick={add}>
          {t(isNew ? 'productForm.addThisUnit' : 'productForm.addUnit')}
        </Button>
      </div>
    </div>
  );
}
