import type { GuardedShop } from '../../../shared/session/RouteGuard.tsx';
import type { CategoryView, NamedView, ShopProduct } from '@haat/contract/catalog/products.calls';
import type { FormEvent, RefObject } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { useHandScanner } from '../../../shared/scanner/keyboard-wedge.ts';
import { buttonClass, Button } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { Field, TextAreaField } from '../../../ui/Field.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PictureField } from '../../../ui/PictureField.tsx';
import { useKnownProduct } from './known-product.ts';
import { KnownProductSearch } from './KnownProductSearch.tsx';
import { MoreVariants } from './MoreVariants.tsx';
import { CategoryFields } from './OptionFields.tsx';
import type { ChangeValues } from './product-draft.ts';
import { PageFields, pictureUrl } from './PageFields.tsx';
import { ProductFormContext, useBarcodeCheck, useProductForm } from './product-form-context.ts';
import { changeVariant, type ProductFormValues } from './product-form-values.ts';
import type { FieldProblems } from './validate-product.ts';
import { SellingFields } from './VariantFields.tsx';
import { VariantTable } from './VariantTable.tsx';
import backOffice from '../../../ui/BackOffice.module.css';
import styles from './ProductForm.module.css';

type Props = {
  shop: GuardedShop;
  product: ShopProduct | undefined;
  categories: readonly CategoryView[];
  units: readonly NamedView[];
  values: ProductFormValues;
  isRestored: boolean;
  problems: FieldProblems;
  isBusy: boolean;
  submit: string;
  form: RefObject<HTMLFormElement | null>;
  change: ChangeValues;
  onSubmit: () => void;
  onRestart: () => void;
};

/** The form of Add Product and Update Product. */
export function ProductForm(props: Props) {
  const { shop, product, values, isRestored, isBusy, submit, form, onSubmit, onRestart } = props;
  const t = useText();
  const isNew = product === undefined;
  const context = useFormContext(props);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <ProductFormContext value={context}>
      <Stack as="form" gap={5} ref={form} onSubmit={send} noValidate>
        {isRestored ? <Restored onRestart={onRestart} /> : null}
        {isNew ? <KnownProductSearch /> : null}
        <GeneralFields />
        <CategoryFields />
        {isNew ? <SellingFields /> : <VariantTable key={product.id} />}
        <PageFields key={`page-${product?.id}`} />
        {isNew ? <MoreVariants isInitiallyOpen={values.variants.length > 1} /> : null}
        <Row justify="between" align="stretch" className={backOffice.foot}>
          <Link className={buttonClass('secondary')} to={`/${shop.slug}/products`}>
            {t('productForm.back')}
          </Link>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? t('productForm.saving') : submit}
          </Button>
        </Row>
      </Stack>
    </ProductFormContext>
  );
}

function useFormContext({ shop, product, categories, units, values, problems, change }: Props) {
  const fill = (at: number, changes: Parameters<typeof changeVariant>[2]) =>
    change((before) => ({ variants: changeVariant(before.variants, at, changes) }));
  const known = useKnownProduct({ isNew: product === undefined, values, categories, change });
  const barcodes = useBarcodeCheck(
    { shopId: shop.shopId, productId: product?.id },
    {
      fill: (barcode, at) => fill(at, { barcode }),
      onFree: (barcode, at) => void (at === 0 && known.look(barcode)),
    },
  );
  useHandScanner((code, field) => void barcodes.scan(code, Number(field?.dataset.variant ?? 0)));
  const shared = { isNew: product === undefined, shopId: shop.shopId, shopSlug: shop.slug };
  return { ...shared, values, change, changeVariant: fill, problems, barcodes, known, categories, units };
}

function Restored({ onRestart }: { onRestart: () => void }) {
  const t = useText();
  return (
    <Notice>
      <Row justify="between" align="stretch" className={styles.actions}>
        <span>{t('productForm.restored')}</span>
        <Button look="quiet" onClick={onRestart}>
          {t('productForm.startOver')}
        </Button>
      </Row>
    </Notice>
  );
}

/** Name, description and main picture. */
function GeneralFields() {
  const t = useText();
  const { values, change, problems } = useProductForm();
  const { name, description, pictures } = values;
  const [main, ...others] = pictures;
  return (
    <Card isRoomy gap={4} className={styles.general}>
      <Field
        label={t('productForm.name')}
        name="name"
        required
        maxLength={120}
        autoComplete="off"
        value={name}
        problem={problems.name && t(problems.name)}
        isQuiet
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextAreaField
        label={t('productForm.description')}
        name="description"
        maxLength={2000}
        value={description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <PictureField
        label={t('productForm.image')}
        hint={t('productForm.imageHint')}
        file={main instanceof File ? main : undefined}
        saved={null}
        preview={<img className={styles.preview} src={pictureUrl(main)} alt="" width={150} height={150} />}
        onChosen={(chosen) => chosen && change({ pictures: [chosen, ...others] })}
      >
        {main ? (
          <Button look="quiet" onClick={() => change({ pictures: others })}>
            {t('productForm.removeImage')}
          </Button>
        ) : null}
      </PictureField>
    </Card>
  );
}
