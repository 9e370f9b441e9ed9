import type { CategoryView, NamedView } from '@haat/contract/api/categories.schema';
import type { ShopProduct } from '@haat/contract/api/products.schema';
import type { FormEvent, RefObject } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useHandScanner } from '../../lib/use-hand-scanner.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import { AboutProduct } from './AboutProduct.tsx';
import { CategoryChoice } from './CategoryChoice.tsx';
import { changeChoice } from './change-choices.ts';
import type { EntryProblems } from './entry-problems.ts';
import { MoreChoices } from './MoreChoices.tsx';
import type { OwnShop } from './OwnDesk.tsx';
import type { ProductEntries } from './product-entries.ts';
import { ProductFormContext } from './product-form-context.ts';
import styles from './ProductForm.module.css';
import { SellingFields } from './SellingFields.tsx';
import { useBarcodeSearch } from './use-barcode-search.ts';
import type { ChangeEntries } from './use-product-entries.ts';

type Props = {
  shop: OwnShop;
  product: ShopProduct | undefined;
  categories: readonly CategoryView[];
  units: readonly NamedView[];
  entries: ProductEntries;
  isRestored: boolean;
  problems: EntryProblems;
  isBusy: boolean;
  submit: string;
  form: RefObject<HTMLFormElement | null>;
  change: ChangeEntries;
  onSubmit: () => void;
  onRestart: () => void;
};

/** All that can be said of a product. Spec section 2, Add Product and Update Product. */
export function ProductForm(props: Props) {
  const { shop, product, entries, isRestored, isBusy, submit, form, onSubmit, onRestart } = props;
  const t = useText();
  const context = useFormContext(props);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };
  return (
    <ProductFormContext value={context}>
      <form ref={form} className={styles.form} onSubmit={send} noValidate>
        {isRestored ? <Restored onRestart={onRestart} /> : null}
        <AboutProduct />
        <CategoryChoice />
        <SellingFields />
        <MoreChoices key={product?.id} isOpen={product !== undefined || entries.choices.length > 1} />
        <div className={styles.actions}>
          <Link className={buttonClass('secondary')} to={`/${shop.slug}/products`}>
            {t('productForm.back')}
          </Link>
          <Button type="submit" disabled={isBusy}>
            {isBusy ? t('productForm.saving') : submit}
          </Button>
        </div>
      </form>
    </ProductFormContext>
  );
}

function useFormContext({ shop, product, categories, units, entries, problems, change }: Props) {
  const fill = (at: number, changes: Parameters<typeof changeChoice>[2]) =>
    change((before) => ({ choices: changeChoice(before.choices, at, changes) }));
  const barcodes = useBarcodeSearch({ shopId: shop.id, productId: product?.id }, (barcode, at) =>
    fill(at, { barcode }),
  );
  useHandScanner((code, field) => void barcodes.take(code, Number(field?.dataset.choice ?? 0)));
  const savedImage = product?.image ?? null;
  const shared = { isNew: product === undefined, savedImage, shopId: shop.id, shopSlug: shop.slug };
  return { ...shared, entries, change, changeChoice: fill, problems, barcodes, categories, units };
}

function Restored({ onRestart }: { onRestart: () => void }) {
  const t = useText();
  return (
    <Notice>
      <div className={styles.actions}>
        <span>{t('productForm.restored')}</span>
        <Button look="quiet" onClick={onRestart}>
          {t('productForm.startOver')}
        </Button>
      </div>
    </Notice>
  );
}
