import type { ShopProduct } from '@haat/contract/api/products.schema';
import { LOW_STOCK } from '@haat/contract/rules/low-stock';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { NumberEditor } from './NumberEditor.tsx';
import styles from './ProductRow.module.css';
import type { useProductActions } from './use-product-actions.ts';

type Props = {
  productName: string;
  variant: ShopProduct['variants'][number];
  saveNumber: ReturnType<typeof useProductActions>['saveNumber'];
};

/** One form of a product with its price and its stock, both changed where they stand. */
export function VariantLine({ productName, variant, saveNumber }: Props) {
  const t = useText();
  const nameOf = useName();
  const { id, size, color, unit, price, stock } = variant;
  const form = [size, color, unit].flatMap((option) => (option ? nameOf(option.name) : [])).join(', ');
  const name = form ? `${productName}, ${form}` : productName;
  const isLow = stock <= LOW_STOCK;
  return (
    <li className={styles.variant}>
      {form || isLow ? (
        <p className={styles.form}>
          {form ? <span>{form}</span> : null}
          {isLow ? (
            <span className={stock === 0 ? styles.out : styles.low}>
              {t(stock === 0 ? 'productList.soldOut' : 'productList.low')}
            </span>
          ) : null}
        </p>
      ) : null}
      <NumberEditor
        kind="rupees"
        value={price}
        caption={t('productList.price')}
        label={t('productList.priceOf', { name })}
        save={(request) => saveNumber({ variantId: id, of: 'price' }, request)}
      />
      <NumberEditor
        kind="pieces"
        value={stock}
        caption={t('productList.stock')}
        label={t('productList.stockOf', { name })}
        save={(request) => saveNumber({ variantId: id, of: 'stock' }, request)}
      />
    </li>
  );
}
