import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useShopInPath } from '../../lib/shop-path.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { useCart, useCartSend } from '../../shared/cart/use-cart.ts';
import { markCartCleared, type OrderSummary } from '../../shared/orders/order-summary-storage.ts';
import type { PaymentStage } from '../../shared/orders/order-payment.ts';

type Props = { shopSlug: string; stage: PaymentStage; isCanceled: boolean };

/** Links to products and order history; to the cart if the payment failed. */
export function SummaryActions({ shopSlug, stage, isCanceled }: Props) {
  const t = useText();
  const navigate = useNavigate();
  // The reservation was released, or the state is unknown: the customer continues in the cart.
  const mayOrderAgain = stage === 'expired' || stage === 'returned' || (stage === 'unknown' && isCanceled);
  return (
    <Row align="stretch">
      {mayOrderAgain ? (
        <Link className={buttonClass()} to={`/${shopSlug}/order`}>
          {t('common.tryAgain')}
        </Link>
      ) : null}
      <Button look={stage === 'paid' ? 'primary' : 'secondary'} onClick={() => void navigate(`/${shopSlug}/products`)}>
        {t('summary.goToProducts')}
      </Button>
      <Link className={buttonClass('secondary')} to={`/${shopSlug}/order-history`}>
        {t('summary.history')}
      </Link>
    </Row>
  );
}

/**
 * Clears the cart as soon as its order is shown, so that it is empty however the screen is left. Once per order: lines
 * that were added since belong to another cart, even when the customer returns to this screen.
 */
export function useClearOrderedCart(summary: OrderSummary, isOrdered: boolean): void {
  const send = useCartSend();
  const { isLoaded } = useCart();
  const isItsShop = useShopInPath() === summary.shopSlug;
  const { orderId } = summary;
  useEffect(() => {
    if (isOrdered && isItsShop && isLoaded && markCartCleared(orderId)) send({ type: 'cleared' });
  }, [send, isOrdered, isItsShop, isLoaded, orderId]);
}
