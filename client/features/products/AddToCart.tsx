import type { ProductView, VariantView } from '@haat/contract/api/products.schema';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Stepper } from '../../ui/Stepper.tsx';
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

  if (quantity > 0) {
    return (
      <>
        <Stepper
          wide
          name={product.name}
          quantity={quantity}
          max={stock}
          onChange={(delta) => send({ type: 'line.changed', lineId, delta })}
        />
        {quantity >= stock ? <p className={styles.limit}>{t('product.allOfIt', { stock })}</p> : null}
      </>
    );
  }
  if (stock <= 0) return <p className={styles.gone}>{t('product.outOfStock')}</p>;
  return (
    <Button
      wide
      aria-label={t('product.addNamed', { name: product.name })}
      onClick={() => send({ type: 'line.added', line: lineOf(product, variant) })}
    >
      {t('product.add')}
    </Button>
  );
}
