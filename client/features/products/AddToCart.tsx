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
  const { frame, keepFocus } = useKeptFocus(quantity > 0);

  if (quantity > 0) {
    return (
      <div ref={frame} className={styles.frame}>
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
  if (stock <= 0) return <p className={styles.gone}>{t('product.soldOut')}</p>;
  return (
    <div ref={frame}>
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
    </div>
  );
}

/** Add and − n + take each other's place: the focus of the one that was pressed goes on to the other. */
function useKeptFocus(isInCart: boolean) {
  const frame = useRef<HTMLDivElement>(null);
  const isPressed = useRef(false);
  useLayoutEffect(() => {
    // A cart also changes by itself (another tab, a sign-in): that moves no focus.
    if (!isPressed.current) return;
    isPressed.current = false;
    const buttons = frame.current?.querySelectorAll<HTMLButtonElement>('button');
    buttons?.item(buttons.length - 1)?.focus({ preventScroll: true });
  }, [isInCart]);
  const keepFocus = () => {
    isPressed.current = true;
  };
  return { frame, keepFocus };
}
