import { formatPaise, toPaise } from '@haat/contract/rules/rupees';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Stepper } from '../../ui/Stepper.tsx';
import { CartThumbnail } from '../cart/CartThumbnail.tsx';
import { LineFlag } from '../cart/LineFlag.tsx';
import { useCart, useCartSend } from '../cart/use-cart.ts';
import { useLineForm } from '../cart/use-line-form.ts';
import { useKeptPlace } from '../cart/use-kept-place.ts';
import { stockOn, useShelfLines } from '../cart/use-shelf-lines.ts';
import styles from './CartReview.module.css';
import { useHeldGoods } from './use-held-goods.ts';

type Props = { slug: string };

/** The cart's lines with their steppers, and the total. */
export function CartReview({ slug }: Props) {
  const t = useText();
  const lineForm = useLineForm();
  const { cart, lineCount, totalPaise } = useCart();
  const send = useCartSend();
  const shelf = useShelfLines(slug);
  const held = useHeldGoods(slug);
  const stockOf = (lineId: string) => stockOn(shelf, lineId) + (held.get(lineId) ?? 0);
  const { list, keepPlace } = useKeptPlace(lineCount);
  return (
    <section className={styles.review} aria-labelledby="order-items">
      <h2 id="order-items">{t('order.items')}</h2>
      <ul ref={list} className={styles.lines} onFocus={keepPlace}>
        {Object.values(cart).map((line) => (
          <li key={line.id} className={styles.line}>
            <CartThumbnail image={line.image} />
            <div className={styles.words}>
              <p className={styles.name}>{line.name}</p>
              <p className={styles.form}>
                <span>{lineForm(line)}</span>
                <span>{t('order.each', { price: formatPaise(toPaise(line.price)) })}</span>
              </p>
              <LineFlag quantity={line.quantity} stock={stockOf(line.id)} />
            </div>
            <Stepper
              name={line.name}
              quantity={line.quantity}
              max={stockOf(line.id)}
              onChange={(delta) => send({ type: 'line.changed', lineId: line.id, delta })}
            />
            <strong className={styles.price}>{formatPaise(toPaise(line.price) * line.quantity)}</strong>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <div className={styles.actions}>
          <Link className={buttonClass('quiet')} to={`/${slug}/products`}>
            {t('order.addMore')}
          </Link>
          <Button look="quiet" onClick={() => send({ type: 'emptied' })}>
            {t('order.emptyCart')}
          </Button>
        </div>
        <p className={styles.total}>
          <span>{t('cart.total')}</span> <strong>{formatPaise(totalPaise)}</strong>
        </p>
      </div>
    </section>
  );
}
