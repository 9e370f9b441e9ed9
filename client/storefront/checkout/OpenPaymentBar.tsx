import { formatRupees, toPaise } from '@haat/contract/rupees';
import type { PaymentOrder } from '@haat/machines/payments/payment.machine';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { storedOrderOf } from '../../shared/orders/pending-order.ts';
import { paymentStage, useOrderPayment } from '../../shared/orders/order-payment.ts';
import { PAYMENT_WORDS } from './payment/payment-words.ts';
import styles from './CartBar.module.css';
import { useCart } from '../../shared/cart/use-cart.ts';

/** `owner`: user and shop of the cart. `children`: the bar of a cart without an open payment. */
type Props = { owner: string; shopSlug: string; children: ReactNode };

/** The cart bar while the payment of this cart is open, and until its order is shown. */
export function OpenPaymentBar({ owner, shopSlug, children }: Props) {
  const t = useText();
  const { cart } = useCart();
  const [order] = useState(() => storedOrderOf(owner));
  const { data: payment } = useOrderPayment(order?.orderId);
  const stage = paymentStage(payment);
  const isSameCart =
    order?.lines.length === Object.keys(cart).length &&
    order.lines.every(({ id, quantity }) => cart[id]?.quantity === quantity);
  if (!payment || !isSameCart || (stage !== 'waiting' && stage !== 'late' && stage !== 'paid')) return children;
  const { orderId, total } = payment;
  return (
    <div className={`${styles.bar} ${styles.payment}`}>
      <div className={styles.words} role="status">
        <p className={styles.sum}>
          <span>{t(PAYMENT_WORDS[stage])}</span>
          <strong>{formatRupees(total)}</strong>
        </p>
      </div>
      {stage === 'waiting' ? (
        <>
          <Link className={`${styles.view} ${styles.second}`} to={`/${shopSlug}/order`}>
            {t('cart.view')}
          </Link>
          <Link
            className={styles.view}
            to={`/${shopSlug}/payment`}
            state={{ order: { shopSlug, orderId, totalPaise: toPaise(total) } satisfies PaymentOrder }}
          >
            {t('status.payNow')}
          </Link>
        </>
      ) : (
        <Link className={styles.view} to={`/${shopSlug}/${stage === 'paid' ? 'order' : 'order-history'}`}>
          {t(stage === 'paid' ? 'cart.viewOrder' : 'cart.viewPayment')}
        </Link>
      )}
    </div>
  );
}
