import '../../../i18n/catalog-texts.ts';
import type { FoundProduct } from '@haat/contract/shops/search.calls';
import { shopName } from '@haat/contract/shops/shop';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useProductName } from '../../../i18n/use-name.ts';
import { useScriptLang } from '../../../i18n/use-script-lang.ts';
import { useText } from '../../../i18n/use-text.ts';
import { productPath } from '../../../lib/shop-path.ts';
import { Stack, Strip } from '../../../ui/Card.tsx';
import { PriceLine } from '../../../ui/PriceLine.tsx';
import { lineOf } from '../../../shared/cart/cart-lines.ts';
import looks from '../../../ui/looks.module.css';
import { AddToShopCart } from '../rows/AddToShopCart.tsx';
import { ProductThumbnail } from '../rows/ProductThumbnail.tsx';
import { type ShopCarts, useShopCarts } from '../rows/use-shop-carts.ts';
import market from '../rows/MarketRows.module.css';
import styles from './BuyAgainAnywhere.module.css';

/** The user's purchases in all shops that are in stock there, with Add for the cart of its shop. */
export function BuyAgainAnywhere({ products }: { products: readonly FoundProduct[] }) {
  const t = useText();
  const heading = useId();
  const carts = useShopCarts();
  return (
    <Stack as="section" gap={3} aria-labelledby={heading}>
      <h2 id={heading}>{t('products.buyAgain')}</h2>
      <Strip as="ul">
        {products.map((product) => (
          <li key={product.id}>
            <BoughtProduct product={product} carts={carts} />
          </li>
        ))}
      </Strip>
    </Stack>
  );
}

function BoughtProduct({ product, carts }: { product: FoundProduct; carts: ShopCarts }) {
  const nameOf = useProductName();
  const langOf = useScriptLang();
  const { shop, variant } = product;
  const [name, seller] = [nameOf(product.name), shopName(shop)];
  const line = lineOf({ ...product, description: null, shopId: shop.id }, variant);
  return (
    <article className={styles.tile}>
      <ProductThumbnail name={name} image={product.image} />
      <h3 className={market.name} lang={langOf(name)}>
        <Link to={productPath(shop.slug, product)}>{name}</Link>
      </h3>
      <p className={looks.hint} lang={langOf(seller)}>
        {seller}
      </p>
      <PriceLine price={product.price} mrp={product.mrp} unit={variant.unit?.name} />
      <AddToShopCart product={product} name={name} line={line} carts={carts} />
    </article>
  );
}
