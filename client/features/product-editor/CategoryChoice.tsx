import { useState } from 'react';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { SelectField } from '../../ui/SelectField.tsx';
import { NewNamed } from './NewNamed.tsx';
import { PanelButton } from './PanelButton.tsx';
import { useProductForm } from './product-form-context.ts';
import styles from './ProductForm.module.css';

/** Category and subcategory, and new ones of either. Another category clears the subcategory. Spec section 2. */
export function CategoryChoice() {
  const t = useText();
  const [open, setOpen] = useState<'category' | 'subcategory'>();
  const { entries, change, problems, categories } = useProductForm();
  const { categoryId, subcategoryId } = entries;
  const children = categories.find(({ id }) => id === categoryId)?.children ?? [];
  const options = useOptions();
  const toggle = (panel: 'category' | 'subcategory') => setOpen(open === panel ? undefined : panel);
  const choose = (id: number | undefined) => change({ categoryId: id, subcategoryId: undefined });
  const close = () => setOpen(undefined);
  return (
    <div className={styles.part}>
      <div className={styles.with}>
        <SelectField
          label={t('productForm.category')}
          name="category"
          placeholder={t('productForm.chooseCategory')}
          options={options(categories)}
          value={categoryId ?? ''}
          problem={problems.category && t(problems.category)}
          isQuiet
          onChange={({ target }) => choose(idOf(target.value))}
        />
        <PanelButton isOpen={open === 'category'} onToggle={() => toggle('category')}>
          {t('productForm.addCategory')}
        </PanelButton>
        {open === 'category' ? <NewNamed kind="category" onAdded={({ id }) => choose(id)} onClose={close} /> : null}
      </div>
      <div className={styles.with}>
        <SelectField
          label={t('productForm.subcategory')}
          name="subcategory"
          placeholder={t('productForm.chooseSubcategory')}
          options={options(children)}
          disabled={categoryId === undefined}
          value={subcategoryId ?? ''}
          problem={problems.subcategory && t(problems.subcategory)}
          isQuiet
          onChange={({ target }) => change({ subcategoryId: idOf(target.value) })}
        />
        <PanelButton isOpen={open === 'subcategory'} onToggle={() => toggle('subcategory')}>
          {t('productForm.addSubcategory')}
        </PanelButton>
        {open === 'subcategory' ? (
          <NewNamed
            kind="subcategory"
            parentId={categoryId}
            onAdded={({ id }) => change({ subcategoryId: id })}
            onClose={close}
          />
        ) : null}
      </div>
    </div>
  );
}

/** Named things as options, by the names of the screen's language. */
function useOptions() {
  const nameOf = useName();
  return (named: readonly { id: number; name: string }[]) =>
    named
      .map(({ id, name }) => ({ value: String(id), label: nameOf(name) }))
      .toSorted((a, b) => a.label.localeCompare(b.label));
}

const idOf = (value: string): number | undefined => (value === '' ? undefined : Number(value));
