import { useState } from 'react';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { Field } from '../../ui/Field.tsx';
import { PanelButton } from './PanelButton.tsx';
import { hasDetails } from './product-entries.ts';
import { useChoiceField, useProductForm } from './product-form-context.ts';
import styles from './ProductForm.module.css';

type Props = { at: number; hasUnit: boolean };

/** What few products have: a size, a colour, a printed maximum price. */
export function ChoiceDetails({ at, hasUnit }: Props) {
  const t = useText();
  const { entries, problems } = useProductForm();
  const choice = entries.choices[at];
  const [isWanted, setWanted] = useState(() => choice !== undefined && hasDetails(choice));
  // What is wrong is seen, whatever was closed.
  const isOpen = isWanted || Boolean(problems[at === 0 ? 'mrp' : `mrp-${at}`]);
  return (
    <div className={styles.with}>
      {isOpen ? <DetailFields at={at} hasUnit={hasUnit} /> : null}
      <PanelButton isOpen={isOpen} onToggle={() => setWanted(!isOpen)}>
        {t(hasUnit ? 'productForm.unitDetails' : 'productForm.details')}
      </PanelButton>
    </div>
  );
}

function DetailFields({ at, hasUnit }: Props) {
  const t = useText();
  const field = useChoiceField(at);
  return (
    <div className={styles.pair}>
      {hasUnit ? <UnitField at={at} /> : null}
      <Field label={t('productForm.size')} maxLength={60} {...field('size')} />
      <Field label={t('productForm.color')} maxLength={60} {...field('color')} />
      <Field label={t('productForm.mrp')} inputMode="decimal" {...field('mrp')} />
    </div>
  );
}

/** The unit by its name: one that is known, or a new one. */
export function UnitField({ at }: { at: number }) {
  const t = useText();
  const nameOf = useName();
  const { units } = useProductForm();
  const field = useChoiceField(at);
  const listId = `units-${at}`;
  return (
    <div>
      <Field label={t('productForm.unit')} maxLength={60} list={listId} {...field('unit')} />
      <datalist id={listId}>
        {units.map(({ id, name }) => (
          <option key={id} value={name}>
            {nameOf(name)}
          </option>
        ))}
      </datalist>
    </div>
  );
}
