import type { ShopProduct } from '@haat/contract/api/products';
import { LOW_STOCK } from '@haat/contract/rules/product-input';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass, Button } from '../../ui/Button.tsx';
import { Switch } from '../../ui/Switch.tsx';
import { ProductPicture } from '../products/ProductPicture.tsx';
import { NumberEditor } from './NumberEditor.tsx';
import type { useProductActions } from './product-actions.ts';
import styles from './ProductRow.module.css';

type Props = { product: ShopProduct; shopSlug: string; actions: ReturnType<typeof useProductActions> };

/** A product with its prices, stock and visibility. */
export function ProductRow({ product, shopSlug, actions }: Props) {
  const t = useText();
  const nameOf = useName();
  const title = useId();
  const { id, name, category_name: category, published, barcode } = product;
  return (
    <article className={published ? styles.row : `${styles.row} ${styles.hidden}`} aria-labelledby={title}>
      <div className={styles.picture}>
        <ProductPicture key={product.image} image={product.image} eager={false} />
      </div>
      <div className={styles.head}>
        <h2 id={title} className={styles.name}>
          {name}
        </h2>
        <p className={styles.about}>
          <span>{nameOf(category)}</span>
          {barcode ? <span>{barcode}</span> : null}
        </p>
      </div>
      <ul className={styles.variants}>
        {product.variants.map((variant) => (
          <VariantRow key={variant.id} productName={name} variant={variant} saveNumber={actions.saveNumber} />
        ))}
      </ul>
      <div className={styles.actions}>
        <Switch
          label={t('productList.onSale')}
          aria-describedby={title}
          checked={published}
          onSwitch={(isOn) => void actions.publish(product, isOn)}
        />
        <Link
          className={buttonClass('secondary')}
          to={`/${shopSlug}/admin/edit-product/${id}`}
          aria-label={t('productList.editOf', { name })}
        >
          {t('productList.edit')}
        </Link>
        <Button
          look="quiet"
          aria-label={t('productList.deleteOf', { name })}
          onClick={() => void actions.remove(product)}
        >
          {t('productList.delete')}
        </Button>
      </div>
    </article>
  );
}

type VariantRowProps = {
  productName: string;
  variant: ShopProduct['variants'][number];
  saveNumber: ReturnType<typeof useProductActions>['saveNumber'];
};

/** One variant with its price and stock, both edited in place. */
function VariantRow({ productName, variant, saveNumber }: VariantRowProps) {
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
