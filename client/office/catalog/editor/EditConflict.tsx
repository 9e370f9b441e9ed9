import type { CategoryView, ShopProduct } from '@haat/contract/catalog/products.calls';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { useName } from '../../../i18n/use-name.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row, Stack } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import looks from '../../../ui/looks.module.css';
import {
  isSamePictures,
  type VariantValues,
  toFormValues,
  variantName,
  type ProductFormValues,
} from './product-form-values.ts';
import styles from './ProductForm.module.css';

type Props = {
  base: ShopProduct;
  theirs: ShopProduct;
  categories: readonly CategoryView[];
  onTakeTheirs: () => void;
  onKeepMine: () => void;
  onClose: () => void;
};

/** The product was changed meanwhile: shows the changes, and asks which version to save. */
export function EditConflict({ base, theirs, categories, onTakeTheirs, onKeepMine, onClose }: Props) {
  const t = useText();
  const nameOf = useName();
  const seen = (product: ShopProduct) => ({ product, values: toFormValues(product, categories) });
  const changes = changesBetween(seen(base), seen(theirs), nameOf);
  return (
    <Dialog shape="sheet" label={t('productForm.conflict')} onClose={onClose}>
      <Stack gap={4}>
        <h2>{t('productForm.conflict')}</h2>
        <p>{t(changes.length > 0 ? 'productForm.conflictLead' : 'productForm.conflictElsewhere')}</p>
        {changes.length > 0 ? (
          <ul className={styles.changes}>
            {changes.map((change) => (
              <li key={`${change.of} ${change.label}`}>
                <Change {...change} />
              </li>
            ))}
          </ul>
        ) : null}
        <p className={looks.hint}>{t('productForm.keepMineHint')}</p>
        <Row justify="end" align="stretch" className={styles.actions}>
          <Button look="secondary" onClick={onTakeTheirs}>
            {t('productForm.takeTheirs')}
          </Button>
          <Button onClick={onKeepMine}>{t('productForm.keepMine')}</Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

function Change({ label, of, from, to }: RemoteChange) {
  const t = useText();
  return (
    <>
      <strong>{of === '' ? t(label) : t('productForm.changeOf', { label: t(label), of })}</strong>
      {from === to ? null : (
        <span className={styles.values}>
          <s aria-hidden="true">{from || '–'}</s>
          <span className="visually-hidden">{t('productForm.was', { from: from || '–' })}</span>{' '}
          <span>{to || '–'}</span>
        </span>
      )}
    </>
  );
}

/** `of`: the name of the changed variant; empty for the product itself. */
type RemoteChange = { label: TextId; of: string; from: string; to: string };

const PRODUCT_LABELS = {
  name: 'productForm.name',
  description: 'productForm.description',
  hindi_name: 'productForm.hindiName',
  net_quantity: 'productForm.netQuantity',
  maker_role: 'productForm.makerRole',
  maker_name: 'productForm.makerName',
  maker_address: 'productForm.makerAddress',
  country_of_origin: 'productForm.origin',
  fssai_licence: 'productForm.fssai',
  best_before: 'productForm.bestBefore',
} as const;
const VARIANT_LABELS = {
  size: 'productForm.size',
  color: 'productForm.color',
  unit: 'productForm.unit',
  price: 'productForm.price',
  mrp: 'productForm.mrp',
  stock: 'productForm.stock',
  barcode: 'productForm.barcode',
} as const;

type Seen = { product: ShopProduct; values: ProductFormValues };

/** What changed from the base version to theirs, labelled like the form. */
function changesBetween(base: Seen, theirs: Seen, nameOf: (name: string) => string): RemoteChange[] {
  return [
    ...differences(PRODUCT_LABELS, base.values, theirs.values),
    ...(placeOf(base) === placeOf(theirs)
      ? []
      : [{ label: 'productForm.category' as const, of: '', from: placeOf(base), to: placeOf(theirs) }]),
    ...(isSamePictures(base.product.pictures, theirs.product.pictures)
      ? []
      : [{ label: 'productForm.image' as const, of: '', from: '', to: '' }]),
    ...variantChanges(base.values.variants, theirs.values.variants, nameOf),
  ];
}

const placeOf = ({ product: { category, subcategory } }: Seen): string =>
  [category, subcategory].filter((each) => each !== null).join(' · ');

function variantChanges(
  before: readonly VariantValues[],
  now: readonly VariantValues[],
  nameOf: (name: string) => string,
): RemoteChange[] {
  const named = (variant: VariantValues) => variantName(variant, nameOf);
  const changed = before.flatMap((old) => {
    const current = now.find(({ id }) => id === old.id);
    if (!current) return [{ label: 'productForm.choiceGone' as const, of: named(old), from: '', to: '' }];
    const of = before.length > 1 ? named(old) : '';
    return differences(VARIANT_LABELS, old, current).map((change) => ({ ...change, of }));
  });
  const added = now.filter(({ id }) => before.every((old) => old.id !== id));
  return [
    ...changed,
    ...added.map((each) => ({ label: 'productForm.choiceNew' as const, of: named(each), from: '', to: '' })),
  ];
}

function differences<Field extends string>(
  labels: Record<Field, TextId>,
  before: Record<NoInfer<Field>, string>,
  now: Record<NoInfer<Field>, string>,
): RemoteChange[] {
  return (Object.keys(labels) as Field[])
    .filter((field) => before[field] !== now[field])
    .map((field) => ({ label: labels[field], of: '', from: before[field], to: now[field] }));
}
