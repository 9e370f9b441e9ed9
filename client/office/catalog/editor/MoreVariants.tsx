import { formatRupees } from '@haat/contract/rupees';
import { isRupeesText } from '@haat/contract/catalog/product-input';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { randomKey } from '../../../lib/storage.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import looks from '../../../ui/looks.module.css';
import { offerUndo } from '../../../ui/offer-undo.tsx';
import { useVariantField, useProductForm } from './product-form-context.ts';
import {
  addVariant,
  type VariantValues,
  emptyVariant,
  moveUp,
  variantName,
  removeVariant,
} from './product-form-values.ts';
import { BarcodeField, StockField, UnitField, VariantDetails } from './VariantFields.tsx';
import styles from './ProductForm.module.css';

/** Further variants of a new product. The first one is edited in the fields above. */
export function MoreVariants({ isInitiallyOpen }: { isInitiallyOpen: boolean }) {
  const t = useText();
  const headingId = useId();
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  const { values, change } = useProductForm();
  const { variants } = values;
  const add = (variant: VariantValues) => change((before) => ({ variants: addVariant(before.variants, variant) }));
  return (
    <Card as="section" isRoomy gap={4} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('productForm.units')}</h2>
      <p className={looks.hint}>{t('productForm.unitsHint')}</p>
      {isOpen ? (
        <>
          <Stack as="ol">
            {variants.map((variant, at) => (
              <li key={variant.key}>
                {at === 0 ? <FirstVariant variant={variant} /> : <VariantCard at={at} variant={variant} />}
              </li>
            ))}
          </Stack>
          <NewUnit onAdd={add} />
        </>
      ) : (
        <div>
          <Button look="secondary" aria-expanded={false} onClick={() => setOpen(true)}>
            {t('productForm.moreUnits')}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** A summary: it is edited above. */
function FirstVariant({ variant }: { variant: VariantValues }) {
  const t = useText();
  const nameOf = useName();
  const { price, stock } = variant;
  return (
    <Row as="p" gap={4} rowGap={1} align="baseline" className={styles.first}>
      <strong className={looks.anywhere}>{variantName(variant, nameOf) || t('productForm.first')}</strong>
      <span>{isRupeesText(price) ? formatRupees(Number(price)) : ''}</span>
      <span className={looks.hint}>{stock.trim() === '' ? '' : t('productForm.inStock', { stock })}</span>
      <span className={looks.hint}>{t('productForm.seeAbove')}</span>
    </Row>
  );
}

type VariantCardProps = { at: number; variant: VariantValues };

/** A further variant: unit, price, stock, barcode and details. */
function VariantCard({ at, variant }: VariantCardProps) {
  const t = useText();
  const nameOf = useName();
  const field = useVariantField(at);
  const name = variantName(variant, nameOf) || t('productForm.choice', { number: at + 1 });
  return (
    <fieldset className={styles.card}>
      <legend className={styles.legend}>{name}</legend>
      <div className={styles.pair}>
        <UnitField at={at} />
        <Field label={t('productForm.price')} inputMode="decimal" {...field('price')} />
        <Field label={t('productForm.mrp')} inputMode="decimal" {...field('mrp')} />
        <StockField at={at} />
      </div>
      <BarcodeField at={at} />
      <VariantDetails at={at} />
      <VariantActions at={at} variant={variant} name={name} />
    </fieldset>
  );
}

/** Moves a variant up, and removes it with Undo. */
export function VariantActions({ at, variant, name }: VariantCardProps & { name: string }) {
  const t = useText();
  const { change } = useProductForm();
  const remove = () => {
    change(({ variants }) => ({ variants: removeVariant(variants, variant.key) }));
    offerUndo(t('productForm.removed', { name }), () =>
      change(({ variants }) => ({ variants: addVariant(removeVariant(variants, variant.key), variant, at) })),
    );
  };
  return (
    <Row rowGap={2}>
      {at === 0 ? null : (
        <Button
          look="quiet"
          aria-label={t('productForm.moveUpNamed', { name })}
          onClick={() => change(({ variants }) => ({ variants: moveUp(variants, at) }))}
        >
          {t('productForm.moveUp')}
        </Button>
      )}
      <Button look="quiet" aria-label={t('productForm.removeNamed', { name })} onClick={remove}>
        {t('productForm.remove')}
      </Button>
    </Row>
  );
}

type NewUnitProps = { onAdd: (variant: VariantValues) => void };

const EMPTY = { unit: '', price: '', stock: '' };

/** Appends a variant with a unit and a price, and empties its inputs; ignored without both. */
export function NewUnit({ onAdd }: NewUnitProps) {
  const t = useText();
  const { isNew } = useProductForm();
  const name = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(EMPTY);
  const add = () => {
    if (typed.unit.trim() === '' || typed.price.trim() === '') return;
    onAdd({ ...emptyVariant(randomKey()), ...typed });
    setTyped(EMPTY);
    name.current?.focus();
  };
  const addOnEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Enter must not submit the form around it.
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
    <Stack className={styles.panel}>
      <div className={styles.pair}>
        <Field ref={name} label={t('productForm.newUnitName')} maxLength={60} {...input('unit')} />
        <Field label={t('productForm.newUnitPrice')} inputMode="decimal" {...input('price')} />
        <Field label={t('productForm.newUnitStock')} {...input('stock')} />
      </div>
      <div>
        <Button look="secondary" onClick={add}>
          {t(isNew ? 'productForm.addThisUnit' : 'productForm.addUnit')}
        </Button>
      </div>
    </Stack>
  );
}
