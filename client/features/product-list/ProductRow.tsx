import type { ShopProduct } from '@haat/contract/api/products.schema';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Switch } from '../../ui/Switch.tsx';
import { ProductPicture } from '../products/ProductPicture.tsx';
import styles from './ProductRow.module.css';
import type { useProductActions } from './use-product-actions.ts';
import { VariantLine } from './VariantLine.tsx';

type Props = { product: ShopProduct; shopSlug: string; actions: ReturnType<typeof useProductActions> };

/** A product of the shop with everything that changes from day to day. */
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
          <VariantLine key={variant.id} productName={name} variant={variant} saveNumber={actions.saveNumber} />
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
