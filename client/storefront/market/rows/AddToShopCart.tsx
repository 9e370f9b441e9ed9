import '../../../i18n/catalog-texts.ts';
import type { FoundProduct } from '@haat/contract/shops/search.calls';
import type { CartLine } from '@haat/contract/orders/cart';
import { shopName } from '@haat/contract/shops/shop';
import { useText } from '../../../i18n/use-text.ts';
import { useFocusHandover } from '../../../lib/use-focus-handover.ts';
import { Button } from '../../../ui/Button.tsx';
import { Stepper } from '../../../ui/Stepper.tsx';
import { StockNotice } from '../../../shared/orders/CartLineParts.tsx';
import { useMaximumQuantity } from '../../../shared/cart/cart-lines.ts';
import styles from './MarketRows.module.css';
import type { ShopCarts } from './use-shop-carts.ts';

/** `name`: of the product, as the screen shows it. */
type Props = { product: FoundProduct; name: string; line: CartLine; carts: ShopCarts };

/** Add, or − n + once it is in the cart of its shop. */
export function AddToShopCart({ product, name: productName, line, carts }: Props) {
  const t = useText();
  const { shop, variant } = product;
  const quantity = carts.quantityOf(shop.slug, line.id);
  const name = t('product.ofShop', { name: productName, shop: shopName(shop) });
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
