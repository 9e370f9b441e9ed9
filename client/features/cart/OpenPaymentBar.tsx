import { formatPaise } from '@haat/contract/rules/rupees';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { storedOrderOf } from '../order-storage/pending-order.ts';
import { useOrderPayment } from '../payment-status/order-payment.ts';
import styles from './CartBar.module.css';
import { useCart } from './use-cart.ts';

/** `owner`: user and shop of the cart. `children`: the bar of a cart without an open payment. */
type Props = { owner: string; shopSlug: string; children: ReactNode };

/** The cart bar while the payment of this cart is open, and until its order is shown. */
export function OpenPaymentBar({ owner, shopSlug, children }: Props) {
  const t = useText();
  const { cart, totalPaise } = useCart();
  const [order] = useState(() => storedOrderOf(owner));
  const status = useOrderPayment(order?.orderId)?.payment_status;
  const isPaid = status === 'paid';
  const isSameCart =
    order?.lines.length === Object.keys(cart).length &&
    order.lines.every(({ id, quantity }) => cart[id]?.quantity === quantity);
  if (!isSameCart || (status !== 'awaiting' && !isPaid)) return children;
  return (
    <div className={styles.bar}>
      <div className={styles.words} role="status">
        <p className={styles.sum}>
          <span>{t(isPaid ? 'cart.paid' : 'cart.paymentChecked')}</span>
          <strong>{formatPaise(totalPaise)}</strong>
        </p>
      </div>
      <Link className={styles.view} to={`/${shopSlug}/order`}>
        {t(isPaid ? 'cart.viewOrder' : 'cart.viewPayment')}
      </Link>
    </div>
  );
}
