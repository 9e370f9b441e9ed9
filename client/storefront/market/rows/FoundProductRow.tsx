import type { FoundProduct } from '@haat/contract/shops/search.calls';
import { shopName } from '@haat/contract/shops/shop';
import { Link } from 'react-router-dom';
import { useProductName, useVariantLabel } from '../../../i18n/use-name.ts';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { useText } from '../../../i18n/use-text.ts';
import { productPath } from '../../../lib/shop-path.ts';
import { PriceLine } from '../../../ui/PriceLine.tsx';
import { FavouriteButton } from '../../../shared/favourites/FavouriteButton.tsx';
import { lineOf } from '../../../shared/cart/cart-lines.ts';
import looks from '../../../ui/looks.module.css';
import { AddToShopCart } from './AddToShopCart.tsx';
import { ProductThumbnail } from './ProductThumbnail.tsx';
import { ShopState } from './FoundShopRow.tsx';
import type { ShopCarts } from './use-shop-carts.ts';
import styles from './MarketRows.module.css';

type Props = { product: FoundProduct; carts: ShopCarts };
/** `isInGroup`: the heading above it has the shop already. */
type RowProps = Props & { isInGroup?: boolean };

/** A product of the results: its shop, its price, and Add for the cart of its shop. */
export function FoundProductRow({ product, carts, isInGroup = false }: RowProps) {
  const t = useText();
  const langOf = useScriptLang();
  const labelOf = useVariantLabel();
  const { shop, variant } = product;
  const name = useProductName()(product.name);
  const seller = shopName(shop);
  const form = labelOf({ size: variant.size?.name, color: variant.color?.name, unit: variant.unit?.name });
  const line = lineOf({ ...product, description: null, shopId: shop.id }, variant);
  const isInCart = carts.quantityOf(shop.slug, line.id) > 0;
  return (
    <article className={`${styles.row} ${styles.good} ${product.in_stock ? '' : styles.gone}`}>
      <span className={styles.front}>
        <ProductThumbnail name={name} image={product.image} />
      </span>
      <div className={styles.words}>
        <h3 className={styles.name} lang={langOf(name)}>
          <Link to={productPath(shop.slug, product)}>{name}</Link>
        </h3>
        {form ? <p className={`${looks.hint} ${styles.form}`}>{form}</p> : null}
        <PriceLine price={product.price} mrp={product.mrp} unit={variant.unit?.name} />
        {isInGroup ? null : (
          <p className={styles.seller}>
            <Link to={`/${shop.slug}/products`} lang={langOf(seller)}>
              {seller}
            </Link>
            <ShopState shop={shop} />
          </p>
        )}
      </div>
      <div className={styles.add}>
        <AddToShopCart product={product} name={name} line={line} carts={carts} />
        {isInCart ? (
          <Link to={`/${shop.slug}/order`} className={styles.view} aria-label={t('carts.viewOf', { shop: seller })}>
            {t('cart.view')}
          </Link>
        ) : null}
      </div>
      <FavouriteButton kind="products" id={product.id} name={name} />
    </article>
  );
}
