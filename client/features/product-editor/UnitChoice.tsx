import { useState } from 'react';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { NewNamed } from './NewNamed.tsx';
import { PanelButton } from './PanelButton.tsx';
import { useChoiceField, useProductForm } from './product-form-context.ts';
import styles from './ProductForm.module.css';

/** The unit of a new product, or a new unit. Spec section 2, Add Product. */
export function UnitChoice() {
  const t = useText();
  const nameOf = useName();
  const [isOpen, setOpen] = useState(false);
  const { units, changeChoice } = useProductForm();
  const field = useChoiceField(0);
  return (
    <div className={styles.with}>
      <SelectField
        label={t('productForm.unit')}
        placeholder={t('productForm.chooseUnit')}
        options={units.map(({ name }) => ({ value: name, label: nameOf(name) }))}
        {...field('unit')}
      />
      <PanelButton isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {t('productForm.addUnit')}
      </PanelButton>
      {isOpen ? (
        <NewNamed kind="unit" onAdded={({ name }) => changeChoice(0, { unit: name })} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}
