import { formatPaise, toPaise } from '@haat/contract/rules/rupees';
import { cartPopupMachine } from '@haat/machines/cart/cart-popup.machine';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import styles from './CartPopup.module.css';
import { CartThumbnail } from './CartThumbnail.tsx';
import { LineFlag } from './LineFlag.tsx';
import { PriceFlag } from './PriceFlag.tsx';
import { useCart, useCartSend } from './use-cart.ts';
import { useLineForm } from './use-line-form.ts';
import { useKeptPlace } from './use-kept-place.ts';
import { usePresence } from './use-presence.ts';
import { useProceedToOrder } from './use-proceed-to-order.ts';
import { stockOn, useShelfLines } from './use-shelf-lines.ts';

type Props = { shopSlug: string };

/** Shows the cart for 1350 ms whenever its number of lines changed and is not zero. Mount it once the cart is loaded. */
export function CartPopup({ shopSlug }: Props) {
  const t = useText();
  const lineForm = useLineForm();
  const { cart, lineCount, totalPaise } = useCart();
  const sendToCart = useCartSend();
  const shelf = useShelfLines(shopSlug);
  const proceed = useProceedToOrder();
  const [state, send] = useMachine(cartPopupMachine, { input: { count: lineCount } });

  useEffect(() => send({ type: 'lines.counted', count: lineCount }), [send, lineCount]);

  const presence = usePresence(
    () => send({ type: 'entered' }),
    () => send({ type: 'left' }),
  );
  const { list, keepPlace } = useKeptPlace(lineCount);

  if (!state.matches('visible')) return null;
  return (
    <section className={styles.popup} aria-label={t('cart.title')} {...presence}>
      <div className={styles.top}>
        <p className={styles.title}>{t('cart.title')}</p>
        <button
          type="button"
          className={styles.close}
          aria-label={t('common.close')}
          onClick={() => send({ type: 'closed' })}
        >
          ×
        </button>
      </div>
      <ul ref={list} className={styles.lines} onFocus={keepPlace}>
        {Object.values(cart).map((line) => (
          <li key={line.id} className={styles.line}>
            <CartThumbnail image={line.image} />
            <div className={styles.words}>
              <p className={styles.name}>{line.name}</p>
              <p className={styles.form}>
                <span>{lineForm(line)}</span>
                <span>{formatPaise(toPaise(line.price) * line.quantity)}</span>
              </p>
              <PriceFlag price={line.price} now={shelf?.get(line.id)?.price} />
              <LineFlag quantity={line.quantity} stock={stockOn(shelf, line.id)} />
            </div>
            <Stepper
              name={line.name}
              quantity={line.quantity}
              max={stockOn(shelf, line.id)}
              onChange={(delta) => sendToCart({ type: 'line.changed', lineId: line.id, delta })}
            />
          </li>
        ))}
      </ul>
      <p className={styles.total}>
        <span>{t('cart.total')}</span>
        <strong>{formatPaise(totalPaise)}</strong>
      </p>
      <Button wide onClick={proceed}>
        {t('cart.proceed')}
      </Button>
    </section>
  );
}
