import { useText } from '../../i18n/use-text.ts';
import { Field } from '../../ui/Field.tsx';
import { BarcodeField } from './BarcodeField.tsx';
import { ChoiceDetails } from './ChoiceDetails.tsx';
import { UnitChoice } from './UnitChoice.tsx';
import { useChoiceField, useProductForm } from './product-form-context.ts';
import styles from './ProductForm.module.css';

/** Price, stock, barcode and unit of the product: those of its first choice. Spec sections 2 and 3. */
export function SellingFields() {
  const t = useText();
  const { isNew } = useProductForm();
  const field = useChoiceField(0);
  return (
    <div className={styles.part}>
      <div className={styles.pair}>
        <Field label={t('productForm.price')} inputMode="decimal" required={isNew} {...field('price')} />
        <Field label={t('productForm.stock')} inputMode="numeric" required={isNew} {...field('stock')} />
      </div>
      <BarcodeField at={0} />
      {isNew ? <UnitChoice /> : null}
      {isNew ? <UnitAmounts /> : null}
      <ChoiceDetails at={0} hasUnit={!isNew} />
    </div>
  );
}

/** What the unit costs, and how many of it there are, where that is not what stands above. */
function UnitAmounts() {
  const t = useText();
  const { entries, change, problems } = useProductForm();
  return (
    <div className={styles.pair}>
      <Field
        label={t('productForm.unitPrice')}
        hint={t('productForm.unitPriceHint')}
        name="unitPrice"
        inputMode="decimal"
        autoComplete="off"
        value={entries.unitPrice}
        problem={problems.unitPrice && t(problems.unitPrice)}
        isQuiet
        onChange={({ target }) => change({ unitPrice: target.value })}
      />
      <Field
        label={t('productForm.unitStock')}
        hint={t('productForm.unitStockHint')}
        name="unitStock"
        inputMode="numeric"
        autoComplete="off"
        value={entries.unitStock}
        problem={problems.unitStock && t(problems.unitStock)}
        isQuiet
        onChange={({ target }) => change({ unitStock: target.value })}
      />
    </div>
  );
}
