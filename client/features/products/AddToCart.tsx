import type { ProductView, VariantView } from '@haat/contract/api/products.schema';
import { useLayoutEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
import { LineFlag } from '../cart/LineFlag.tsx';
import { lineIdOf, lineOf } from '../cart/product-line.ts';
import { useCartSend, useLineQuantity } from '../cart/use-cart.ts';
import styles from './AddToCart.module.css';

type Props = { product: ProductView; variant: VariantView };

/** Add, which turns into − n + in its place; never more than the shop has. Spec section 2, product card. */
export function AddToCart({ product, variant }: Props) {
  const t = useText();
  const lineId = lineIdOf(product, variant);
  const quantity = useLineQuantity(lineId);
  const send = useCartSend();
  const { stock } = variant;
  const { frame, keepFocus } = useKeptFocus(quantity > 0 ? 'stepper' : stock > 0 ? 'add' : 'gone');

  if (quantity > 0) {
    return (
      <div {...frame} className={styles.frame}>
        <Stepper
          wide
          name={product.name}
          quantity={quantity}
          max={stock}
          onChange={(delta) => {
            if (quantity + delta <= 0) keepFocus();
            send({ type: 'line.changed', lineId, delta });
          }}
        />
        <LineFlag quantity={quantity} stock={stock} />
      </div>
    );
  }
  return (
    <div {...frame} className={styles.frame}>
      {stock > 0 ? (
        <Button
          wide
          aria-label={t('product.addNamed', { name: product.name })}
          onClick={() => {
            keepFocus();
            send({ type: 'line.added', line: lineOf(product, variant) });
          }}
        >
          {t('product.add')}
        </Button>
      ) : (
        <p className={styles.gone} tabIndex={-1}>
          {t('product.soldOut')}
        </p>
      )}
    </div>
  );
}

/** Add, − n + and what is sold out take each other's place: whoever was there goes on in what comes. */
function useKeptFocus(shown: 'add' | 'gone' | 'stepper') {
  const ref = useRef<HTMLDivElement>(null);
  const isHere = useRef(false);
  useLayoutEffect(() => {
    if (!isHere.current || ref.current?.contains(document.activeElement)) return;
    isHere.current = false;
    const places = ref.current?.querySelectorAll<HTMLElement>('button, [tabindex]');
    places?.item(places.length - 1)?.focus({ preventScroll: true });
  }, [shown]);
  // Some browsers give a button that is clicked no focus.
  const keepFocus = () => {
    isHere.current = true;
  };
  // A window in the background blurs, too: its place is kept.
  const leave = () => {
    isHere.current = ref.current?.contains(document.activeElement) ?? false;
  };
  return { frame: { ref, onFocus: keepFocus, onBlur: leave }, keepFocus };
}
