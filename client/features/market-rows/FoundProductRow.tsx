import type { FoundProduct } from '@haat/contract/api/search';
import type { CartLine } from '@haat/contract/rules/cart';
import { productImageUrl } from '@haat/contract/rules/product';
import { shopName } from '@haat/contract/rules/shop';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useProductName, useVariantLabel } from '../../i18n/use-name.ts';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { API_BASE } from '../../lib/config.ts';
import { productPath } from '../../lib/shop-path.ts';
import { Button } from '../../ui/Button.tsx';
import { PriceLine } from '../../ui/PriceLine.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { FavouriteButton } from '../favourites/FavouriteButton.tsx';
import { StockNotice } from '../cart/CartLineParts.tsx';
import { lineOf, useMaximumQuantity } from '../cart/cart-lines.ts';
import { useFocusHandover } from '../../lib/use-focus-handover.ts';
import { ProductInitial } from '../../ui/ProductInitial.tsx';
import { ShopState } from './FoundShopRow.tsx';
import styles from './MarketRows.module.css';
import type { ShopCarts } from './use-shop-carts.ts';

type Props = { product: FoundProduct; carts: ShopCarts };
/** `isInGroup`: the heading above it has the shop already. */
type RowProps = Props & { isInGroup?: boolean };

/** A product of the results: whose it is, what it costs, and Add for the cart of its shop. */
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
        {form ? <p className={styles.form}>{form}</p> : null}
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

/** Add, or − n + once it is in the cart of its shop. */
function AddToShopCart({ product, name: productName, line, carts }: Props & { name: string; line: CartLine }) {
  const t = useText();
  const { shop, variant } = product;
  const quantity = carts.quantityOf(shop.slug, line.id);
  const name = t('search.ofShop', { name: productName, shop: shopName(shop) });
  const { frame, keepFocus } = useFocusHandover(quantity > 0 ? 'stepper' : product.in_stock ? 'add' : 'gone');
  const change = (delta: number) => {
    if (quantity + delta <= 0 || quantity === 0) keepFocus();
    carts.change(shop.slug, line, delta);
  };
  return (
    <div {...frame} className={styles.frame}>
      {quantity > 0 ? (
        <CartStepper slug={shop.slug} name={name} quantity={quantity} stock={variant.stock} onChange={change} />
      ) : null}
      {quantity === 0 && product.in_stock ? (
        <Button wide aria-label={t('product.addNamed', { name })} onClick={() => change(1)}>
          {t('product.add')}
        </Button>
      ) : null}
      {quantity === 0 && !product.in_stock ? (
        <p className={styles.soldOut} tabIndex={-1}>
          {t('product.soldOut')}
        </p>
      ) : null}
    </div>
  );
}

type StepperProps = {
  slug: string;
  name: string;
  quantity: number;
  stock: number;
  onChange: (delta: 1 | -1) => void;
};

function CartStepper({ slug, name, quantity, stock, onChange }: StepperProps) {
  const maximum = useMaximumQuantity(slug);
  return (
    <>
      <Stepper wide name={name} quantity={quantity} max={Math.min(stock, maximum)} onChange={onChange} />
      <StockNotice quantity={quantity} stock={stock} maximum={maximum} />
    </>
  );
}

function ProductThumbnail({ name, image }: Pick<FoundProduct, 'name' | 'image'>) {
  const [isBroken, setBroken] = useState(false);
  const url = isBroken ? undefined : productImageUrl(image, API_BASE);
  if (!url) return <ProductInitial name={name} className={styles.picture} />;
  return (
    <img
      className={styles.picture}
      src={url.replace(/-320(\.\w+)$/, '-160$1')}
      alt=""
      width={72}
      height={72}
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
}
