import { listSizesAndColors } from '@haat/contract/catalog/catalog.calls';
import { formatStock, keptBySize } from '@haat/contract/catalog/stock-unit';
import { plainNumber } from '@haat/contract/plain-number';
import { Suspense, useState } from 'react';
import { Link } from 'react-router-dom';
import { useName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import { lazyScreen } from '../../../lib/lazy.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card, Stack } from '../../../ui/Card.tsx';
import { Field } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { PRODUCT_CODES } from '@haat/contract/orders/scanner';
import looks from '../../../ui/looks.module.css';
import { UnitSelect } from './OptionFields.tsx';
import { useVariantField, useProductForm } from './product-form-context.ts';
import { keptOfVariant } from './product-form-values.ts';
import styles from './ProductForm.module.css';

/** Price, stock, barcode and unit of the first variant of a new product. */
export function SellingFields() {
  const t = useText();
  const field = useVariantField(0);
  return (
    <Card isRoomy gap={4} className={styles.details}>
      <div className={styles.pair}>
        <Field label={t('productForm.price')} inputMode="decimal" required {...field('price')} />
        <Field label={t('productForm.mrp')} inputMode="decimal" {...field('mrp')} />
        <StockField at={0} required />
      </div>
      <BarcodeField at={0} />
      <UnitSelect />
      <UnitAmounts />
      <VariantDetails at={0} />
    </Card>
  );
}

/** The stock: pieces, or a weight or volume such as 2.5 kg. A stored one says how it is kept, and leads to where that is changed. */
export function StockField({ at, required }: { at: number; required?: boolean }) {
  const t = useText();
  const { values, shopSlug } = useProductForm();
  const field = useVariantField(at);
  const variant = values.variants[at];
  const kept = variant && keptOfVariant(variant);
  const isWeighed = kept !== undefined && kept.stockUnit !== 'piece';
  const props = field('stock');
  const change = ({ target }: { target: { value: string } }) =>
    props.onChange({ target: { value: isWeighed ? target.value : plainNumber(target.value) } });
  const hint = isWeighed ? t('productForm.content', { content: formatStock(kept.content, kept.stockUnit) }) : undefined;
  const size = variant && keptBySize(variant.unit.trim() || variant.size);
  return (
    <div>
      <Field label={t('productForm.stock')} required={required} hint={hint} {...props} onChange={change} />
      {variant?.id !== undefined && (isWeighed || size) ? (
        <Link className={looks.hint} to={`/${shopSlug}/admin/stock/variants/${variant.id}`}>
          {t(isWeighed ? 'productForm.stockUnit' : 'stock.keepByWeight')}
        </Link>
      ) : null}
    </div>
  );
}

/** Price and stock of the unit, which override the product's own; most products need none. */
function UnitAmounts() {
  const t = useText();
  const { values, problems } = useProductForm();
  const [isToggled, setToggled] = useState<boolean>();
  // Overriding or invalid values are always visible at first.
  const isFilled = `${values.unitPrice}${values.unitStock}`.trim() !== '';
  const isOpen = (isToggled ?? isFilled) || Boolean(problems.unitPrice ?? problems.unitStock);
  return (
    <Stack gap={2} className={styles.with}>
      <Button look="secondary" aria-expanded={isOpen} onClick={() => setToggled(!isOpen)}>
        {t('productForm.unitAmounts')}
      </Button>
      {isOpen ? <UnitAmountFields /> : null}
    </Stack>
  );
}

function UnitAmountFields() {
  const t = useText();
  const { values, change, problems } = useProductForm();
  return (
    <div className={styles.pair}>
      <Field
        label={t('productForm.unitPrice')}
        hint={t('productForm.unitPriceHint')}
        name="unitPrice"
        inputMode="decimal"
        autoComplete="off"
        value={values.unitPrice}
        problem={problems.unitPrice && t(problems.unitPrice)}
        isQuiet
        onChange={({ target }) => change({ unitPrice: target.value })}
      />
      <Field
        label={t('productForm.unitStock')}
        hint={t('productForm.unitStockHint')}
        name="unitStock"
        autoComplete="off"
        value={values.unitStock}
        problem={problems.unitStock && t(problems.unitStock)}
        isQuiet
        onChange={({ target }) => change({ unitStock: target.value })}
      />
    </div>
  );
}

// Loaded on demand: many products have no barcode, and many shops a hand scanner.
const Camera = lazyScreen(() => import('../../../shared/scanner/CameraScanner.tsx'), 'CameraScanner');

type Props = { at: number };
type BarcodeProps = Props & { hasHint?: boolean };

/** A barcode: typed, read by the camera, or by a hand scanner. */
export function BarcodeField({ at, hasHint = at === 0 }: BarcodeProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const { barcodes } = useProductForm();
  const field = useVariantField(at);
  const read = (code: string) => {
    setOpen(false);
    void barcodes.scan(code, at);
  };
  return (
    <Stack gap={2} className={styles.with}>
      <Field
        label={t('productForm.barcode')}
        hint={hasHint ? t('productForm.barcodeHint') : undefined}
        inputMode="numeric"
        maxLength={14}
        data-variant={at}
        {...field('barcode')}
        onBlur={({ target }) => void barcodes.check(target.value, at)}
      />
      <BarcodeProblem at={at} />
      <Button look="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('productForm.scanBarcode')}
      </Button>
      {isOpen ? (
        <div className={styles.camera}>
          <Suspense fallback={<Skeleton height="320px" radius="var(--radius-card)" />}>
            <Camera formats={PRODUCT_CODES} onRead={({ text }) => read(text)} />
          </Suspense>
        </div>
      ) : null}
    </Stack>
  );
}

/** Why a barcode cannot be used; a product that has it can be edited instead. */
function BarcodeProblem({ at }: Props) {
  const t = useText();
  const { barcodes, shopSlug } = useProductForm();
  const { finding } = barcodes;
  if (finding?.at !== at) return null;
  if (finding.isUnusable) return <Notice tone="error">{t('productForm.barcodeWrong')}</Notice>;
  if (!finding.owner) return null;
  const { id, name } = finding.owner;
  return (
    <Notice>
      <p className={looks.anywhere}>{t('productForm.barcodeOwned', { name })}</p>
      <Link className={looks.anywhere} to={`/${shopSlug}/admin/edit-product/${id}`}>
        {t('productForm.editOwner', { name })}
      </Link>
    </Notice>
  );
}

/** Size and colour; few products have them. */
export function VariantDetails({ at }: { at: number }) {
  const t = useText();
  const { values } = useProductForm();
  const variant = values.variants[at];
  const [isToggled, setToggled] = useState<boolean>();
  // Open while there is something in it, until it is closed.
  const isOpen = isToggled ?? `${variant?.size ?? ''}${variant?.color ?? ''}`.trim() !== '';
  return (
    <Stack gap={2} className={styles.with}>
      <Button look="secondary" aria-expanded={isOpen} onClick={() => setToggled(!isOpen)}>
        {t('productForm.details')}
      </Button>
      {isOpen ? <SizeAndColor at={at} className={styles.pair} /> : null}
    </Stack>
  );
}

/** Size and colour of a variant, with the shared ones to choose from. */
export function SizeAndColor({ at, className }: { at: number; className: string | undefined }) {
  const t = useText();
  const field = useVariantField(at);
  const { data: options } = useCall(listSizesAndColors, {}, { staleTime: 10 * 60_000 });
  return (
    <div className={className}>
      <Field label={t('productForm.size')} maxLength={60} list={`sizes-${at}`} {...field('size')} />
      <Field label={t('productForm.color')} maxLength={60} list={`colors-${at}`} {...field('color')} />
      <NameList id={`sizes-${at}`} names={options?.sizes} />
      <NameList id={`colors-${at}`} names={options?.colors} />
    </div>
  );
}

/** What a field suggests. */
function NameList({ id, names = [] }: { id: string; names: readonly string[] | undefined }) {
  const nameOf = useName();
  return (
    <datalist id={id}>
      {names.map((name) => (
        <option key={name} value={name}>
          {nameOf(name)}
        </option>
      ))}
    </datalist>
  );
}

/** The unit by its name: a known or a new one. */
export function UnitField({ at }: { at: number }) {
  const t = useText();
  const { units } = useProductForm();
  const field = useVariantField(at);
  const listId = `units-${at}`;
  return (
    <div>
      <Field label={t('productForm.unit')} maxLength={60} list={listId} {...field('unit')} />
      <NameList id={listId} names={units.map(({ name }) => name)} />
    </div>
  );
}
