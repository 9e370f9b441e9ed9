import { formatPaise, toPaise } from '@haat/contract/rupees';
import { Link } from 'react-router-dom';
import { useProductName, useVariantLabel } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { stockIn, useCatalogLines, useMaximumQuantity } from '../../shared/cart/cart-lines.ts';
import { CartThumbnail, StockNotice } from '../../shared/orders/CartLineParts.tsx';
import { useCart, useCartSend } from '../../shared/cart/use-cart.ts';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';
import { useReservedStock } from './CartChanges.tsx';
import styles from './Checkout.module.css';

type Props = { slug: string };

/** The cart's lines with their steppers. */
export function CartReview({ slug }: Props) {
  const t = useText();
  const lineForm = useVariantLabel();
  const productNameOf = useProductName();
  const { cart, lineCount } = useCart();
  const send = useCartSend();
  const catalog = useCatalogLines(slug);
  const maximum = useMaximumQuantity(slug);
  const reserved = useReservedStock(slug);
  const stockOf = (lineId: string) => stockIn(catalog, lineId) + (reserved.get(lineId) ?? 0);
  const { list, rememberIndex } = useFocusAfterRemoval(lineCount);
  return (
    <section className={styles.review} aria-labelledby="order-items">
      <h2 id="order-items">{t('order.items')}</h2>
      <ul ref={list} className={styles.lines} onFocus={rememberIndex}>
        {Object.values(cart).map((line) => (
          <li key={line.id} className={styles.line}>
            <CartThumbnail image={line.image} />
            <div className={styles.words}>
              <p className={styles.name}>{productNameOf(line.name)}</p>
              <Row as="p" rowGap={0} align="stretch" className={styles.form}>
                <span>{lineForm(line)}</span>
                <span>{t('order.each', { price: formatPaise(toPaise(line.price)), quantity: line.quantity })}</span>
              </Row>
              <StockNotice quantity={line.quantity} stock={stockOf(line.id)} maximum={maximum} />
            </div>
            <Stepper
              name={productNameOf(line.name)}
              quantity={line.quantity}
              max={Math.min(stockOf(line.id), maximum)}
              onChange={(delta) => send({ type: 'line.changed', lineId: line.id, delta })}
            />
            <strong className={styles.price}>{formatPaise(toPaise(line.price) * line.quantity)}</strong>
          </li>
        ))}
      </ul>
      <div className={styles.actions}>
        <Link className={buttonClass('quiet')} to={`/${slug}/products`}>
          {t('order.addMore')}
        </Link>
        <Button look="quiet" onClick={() => send({ type: 'emptied' })}>
          {t('order.emptyCart')}
        </Button>
      </div>
    </section>
  );
}
