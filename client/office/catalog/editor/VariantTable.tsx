import { type ReactNode, useId, useState } from 'react';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { NewUnit, VariantActions } from './MoreVariants.tsx';
import { useProductForm, useVariantField } from './product-form-context.ts';
import { addVariant, variantName, type VariantValues } from './product-form-values.ts';
import { BarcodeField, SizeAndColor, StockField, UnitField } from './VariantFields.tsx';
import styles from './ProductForm.module.css';

/** All variants of a stored product, one a row: unit, price, MRP, stock and barcode. */
export function VariantTable() {
  const t = useText();
  const headingId = useId();
  const { values, change } = useProductForm();
  const { variants } = values;
  const hasOptions = variants.some(({ size, color }) => `${size}${color}`.trim() !== '');
  const [isToggled, setToggled] = useState<boolean>();
  const isOpen = isToggled ?? hasOptions;
  return (
    <Card as="section" isRoomy gap={4} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('productForm.units')}</h2>
      <div>
        <Button look="secondary" aria-expanded={isOpen} onClick={() => setToggled(!isOpen)}>
          {t('productForm.sizeAndColor')}
        </Button>
      </div>
      <ol className={styles.rows}>
        {variants.map((variant, at) => (
          <li key={variant.key}>
            <VariantRow at={at} variant={variant} hasOptions={isOpen} />
          </li>
        ))}
      </ol>
      <NewUnit onAdd={(variant) => change((before) => ({ variants: addVariant(before.variants, variant) }))} />
    </Card>
  );
}

type RowProps = { at: number; variant: VariantValues; hasOptions: boolean };

function VariantRow({ at, variant, hasOptions }: RowProps): ReactNode {
  const t = useText();
  const nameOf = useName();
  const field = useVariantField(at);
  const { values } = useProductForm();
  const name = variantName(variant, nameOf) || t('productForm.choice', { number: at + 1 });
  return (
    <fieldset className={styles.row}>
      <legend className="visually-hidden">{name}</legend>
      <UnitField at={at} />
      <div className={styles.rupees}>
        <Field label={t('productForm.price')} inputMode="decimal" {...field('price')} />
      </div>
      <div className={styles.rupees}>
        <Field label={t('productForm.mrp')} inputMode="decimal" {...field('mrp')} />
      </div>
      <StockField at={at} />
      <div className={styles.code}>
        <BarcodeField at={at} hasHint={false} />
      </div>
      {hasOptions ? <SizeAndColor at={at} className={styles.options} /> : null}
      {values.variants.length > 1 ? (
        <div className={styles.tableActions}>
          <VariantActions at={at} variant={variant} name={name} />
        </div>
      ) : null}
    </fieldset>
  );
}
