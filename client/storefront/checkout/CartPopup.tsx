import { formatPaise, toPaise } from '@haat/contract/rupees';
import { cartPopupMachine } from '@haat/machines/orders/cart-popup.machine';
import { useMachine } from '@xstate/react';
import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { useProductName, useVariantLabel } from '../../i18n/use-name.ts';
import { stockIn, useCatalogLines, useMaximumQuantity } from '../../shared/cart/cart-lines.ts';
import { CartThumbnail, PriceNotice, StockNotice } from '../../shared/orders/CartLineParts.tsx';
import looks from '../../ui/looks.module.css';
import { useCart, useCartSend } from '../../shared/cart/use-cart.ts';
import { useFocusAfterRemoval } from './use-focus-after-removal.ts';
import styles from './CartPopup.module.css';

/** `countBefore`: the number of lines when the screen was opened. */
type Props = { shopSlug: string; countBefore: number };

/**
 * Shows the cart, the newest line first, for 1350 ms when its number of lines has changed and is not zero. On a phone those are
 * the lines alone, above the cart bar, which has the rest; all of it for a mouse or a keyboard. To be mounted once the cart is
 * loaded.
 */
export function CartPopup({ shopSlug, countBefore }: Props) {
  const t = useText();
  const lineForm = useVariantLabel();
  const productNameOf = useProductName();
  const { cart, lineCount, totalPaise } = useCart();
  const sendToCart = useCartSend();
  const catalog = useCatalogLines(shopSlug);
  const maximum = useMaximumQuantity(shopSlug);
  const proceed = useProceedToOrder();
  const [state, send] = useMachine(cartPopupMachine, { input: { count: countBefore } });

  useEffect(() => send({ type: 'lines.counted', count: lineCount }), [send, lineCount]);

  const [isWhole, setWhole] = useState(false);
  const hide = (type: 'left' | 'closed') => {
    setWhole(false);
    send({ type });
  };
  const presence = usePointerOrFocus(
    ({ byTouch }) => {
      // Nothing moves under a finger.
      setWhole(!byTouch);
      send({ type: 'entered' });
    },
    () => hide('left'),
  );
  const { list, rememberIndex } = useFocusAfterRemoval(lineCount);

  if (!state.matches('visible')) return null;
  return (
    <section
      className={isWhole ? styles.popup : `${styles.popup} ${styles.brief}`}
      aria-label={t('cart.title')}
      data-cover
      {...presence}
    >
      <div className={styles.top}>
        <p className={styles.title}>{t('cart.title')}</p>
        <button
          type="button"
          className={`${looks.icon} ${styles.close}`}
          aria-label={t('common.close')}
          onClick={() => hide('closed')}
        >
          ×
        </button>
      </div>
      <Stack as="ul" ref={list} className={styles.lines} onFocus={rememberIndex}>
        {Object.values(cart)
          .toReversed()
          .map((line) => (
            <li key={line.id} className={styles.line}>
              <CartThumbnail image={line.image} />
              <div className={styles.words}>
                <p className={styles.name}>{productNameOf(line.name)}</p>
                <Row as="p" rowGap={0} align="stretch" className={styles.form}>
                  <span>{lineForm(line)}</span>
                  <span>{formatPaise(toPaise(line.price) * line.quantity)}</span>
                </Row>
                <PriceNotice price={line.price} now={catalog?.get(line.id)?.price} />
                <StockNotice quantity={line.quantity} stock={stockIn(catalog, line.id)} maximum={maximum} />
              </div>
              <Stepper
                name={productNameOf(line.name)}
                quantity={line.quantity}
                max={Math.min(stockIn(catalog, line.id), maximum)}
                onChange={(delta) => sendToCart({ type: 'line.changed', lineId: line.id, delta })}
              />
            </li>
          ))}
      </Stack>
      <p className={styles.total}>
        <span>{t('cart.total')}</span>
        <strong>{formatPaise(totalPaise)}</strong>
      </p>
      <div className={styles.proceed}>
        <Button wide onClick={proceed}>
          {t('cart.proceed')}
        </Button>
      </div>
    </section>
  );
}

/**
 * Opens the order of the shop. Its slug is the route's parameter or, where that is missing or the text 'undefined' or
 * 'null', the first segment of the path; without either nothing happens.
 */
export function useProceedToOrder(): () => void {
  const { shopSlug } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return () => {
    const slug = [shopSlug, pathname.split('/')[1]].find(isGiven);
    if (slug) void navigate(`/${slug}/order`);
  };
}

function isGiven(slug: string | undefined): boolean {
  return Boolean(slug) && slug !== 'undefined' && slug !== 'null';
}

/**
 * Reports whether the pointer or the keyboard focus is in an element. Focus left by a click is ignored, else the
 * overlay would never close.
 */
function usePointerOrFocus(enter: (how: { byTouch: boolean }) => void, leave: () => void) {
  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => enter({ byTouch: pointerType === 'touch' }),
    onPointerLeave: ({ currentTarget }: PointerEvent) => {
      if (!currentTarget.querySelector(':focus-visible')) leave();
    },
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) enter({ byTouch: false });
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) leave();
    },
  };
}
