import { HOLD_MINUTES, PAYMENT_PROVIDERS, type PaymentProvider } from '@haat/contract/rules/payment';
import { formatPaise } from '@haat/contract/rules/rupees';
import { isShopSlug } from '@haat/contract/rules/shop-slug';
import { shopName } from '@haat/contract/rules/shop-name';
import type { PaymentOrder } from '@haat/machines/payment/payment-order';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { shopQuery } from '../../lib/queries.ts';
import { useOnline } from '../../lib/use-online.ts';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useCart } from '../cart/use-cart.ts';
import { HoldTime } from './HoldTime.tsx';
import styles from './PaymentScreen.module.css';
import { useOrderPayment } from './order-payment-query.ts';
import { orderIn } from './payment-state.ts';
import { ProviderChoice } from './ProviderChoice.tsx';

/** The payment step: how much, to whom, by which way. Spec section 2, route table. */
export function PaymentScreen() {
  const { shopSlug } = useParams();
  const order = orderIn(useLocation().state);
  const { isLoaded, lineCount } = useCart();
  if (!isShopSlug(shopSlug)) return <Navigate to="/" replace />;
  // Nothing to pay, or by Back to what is paid: the way to a payment leads over the order.
  const isOrdered = order?.request !== undefined && isLoaded && lineCount === 0;
  if (!order || isOrdered) return <Navigate to={`/${shopSlug}/order`} replace />;
  return <PaymentStep order={{ ...order, shopSlug }} />;
}

function PaymentStep({ order }: { order: PaymentOrder }) {
  const t = useText();
  const navigate = useNavigate();
  const isOnline = useOnline();
  const { data: shop, isPending } = useQuery(shopQuery(order.shopSlug));
  const payment = useOrderPayment(order.orderId);
  const [chosen, setChosen] = useState<PaymentProvider>();
  // A shop that cannot be read now may take all of them; the server says which it does.
  const offered = shop?.payment_providers ?? PAYMENT_PROVIDERS;
  const provider = chosen && offered.includes(chosen) ? chosen : offered[0];
  const amount = formatPaise(order.totalPaise);
  if (payment && !payment.can_retry) return <Navigate to={`/${order.shopSlug}/order-history`} replace />;
  if (isPending) return <Skeleton height="60dvh" radius="20px" />;
  return (
    <Page title={t('payment.title')} narrow="form">
      <div className={styles.step}>
        <section className={styles.card}>
          <p className={styles.total}>
            <span>{t('payment.to', { shop: shopName(shop ?? { slug: order.shopSlug }) })}</span>
            <strong>{amount}</strong>
          </p>
          {payment?.held_until ? <HoldTime until={payment.held_until} /> : null}
          {order.request ? <p className={styles.remark}>{t('payment.willHold', { minutes: HOLD_MINUTES })}</p> : null}
        </section>
        <section className={styles.card}>
          <ProviderChoice offered={offered} chosen={provider} onChoose={setChosen} />
        </section>
        {isOnline ? null : <Notice>{t('payment.offline')}</Notice>}
        {offered.length === 0 ? <Notice tone="error">{t('payment.away')}</Notice> : null}
        <div className={styles.actions}>
          <Button
            wide
            disabled={!isOnline || provider === undefined}
            onClick={() => void navigate('/payment-redirect', { state: { order, provider } })}
          >
            {t('payment.pay', { amount })}
          </Button>
          <Link className={buttonClass('quiet', true)} to={`/${order.shopSlug}/order`}>
            {t('payment.change')}
          </Link>
        </div>
      </div>
    </Page>
  );
}
