import { PAYMENT_PROVIDERS, type PaymentProvider, RESERVATION_MINUTES } from '@haat/contract/payments/payment';
import { formatPaise } from '@haat/contract/rupees';
import { shopName, isShopSlug } from '@haat/contract/shops/shop';
import { getShop } from '@haat/contract/shops/shops.calls';
import type { PaymentOrder } from '@haat/machines/payments/payment.machine';
import { useState } from 'react';
import { Link, Navigate, useLocation, useNavigate, useParams } from 'react-router-dom';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { useOnline } from '../../../lib/browser.ts';
import { useCall } from '../../../lib/call-query.ts';
import { Button, buttonClass } from '../../../ui/Button.tsx';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { ChoiceList } from '../../../ui/ChoiceList.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useCart } from '../../../shared/cart/use-cart.ts';
import { useOrderPayment } from '../../../shared/orders/order-payment.ts';
import looks from '../../../ui/looks.module.css';
import { ReservationTime } from './PendingPayment.tsx';
import { orderIn } from './payment-navigation.ts';

/** The amount, the shop, and the choice of a provider. */
export function PaymentScreen() {
  const { shopSlug } = useParams();
  const order = orderIn(useLocation().state);
  const { isLoaded, lineCount } = useCart();
  if (!isShopSlug(shopSlug)) return <Navigate to="/" replace />;
  // Without an order to pay, or after Back to a paid one, the order page is shown.
  const isOrdered = order?.request !== undefined && isLoaded && lineCount === 0;
  if (!order || isOrdered) return <Navigate to={`/${shopSlug}/order`} replace />;
  return <PaymentStep order={{ ...order, shopSlug }} />;
}

function PaymentStep({ order }: { order: PaymentOrder }) {
  const t = useText();
  const navigate = useNavigate();
  const isOnline = useOnline();
  const { data: shop, isPending } = useCall(getShop, { params: { slug: order.shopSlug } });
  const { data: payment } = useOrderPayment(order.orderId);
  const [chosen, setChosen] = useState<PaymentProvider>();
  // For a shop that cannot be loaded all providers are offered; the server checks.
  const offered = shop?.payment_providers ?? PAYMENT_PROVIDERS;
  const provider = chosen && offered.includes(chosen) ? chosen : offered[0];
  const amount = formatPaise(order.totalPaise);
  if (payment && !payment.can_retry) return <Navigate to={`/${order.shopSlug}/order-history`} replace />;
  if (isPending) return <Skeleton height="60dvh" radius="20px" />;
  return (
    <Page title={t('payment.title')} narrow="form">
      <Stack gap={4}>
        <Card as="section">
          <Row as="p" rowGap={2} justify="between" align="baseline" className={looks.anywhere}>
            <span>{t('payment.to', { shop: shopName(shop ?? { slug: order.shopSlug }) })}</span>
            <strong className={`${looks.larger} ${looks.numbers}`}>{amount}</strong>
          </Row>
          {payment?.reserved_until ? <ReservationTime until={payment.reserved_until} /> : null}
          {order.request ? (
            <p className={looks.hint}>{t('payment.willReserve', { minutes: RESERVATION_MINUTES })}</p>
          ) : null}
        </Card>
        <Card as="section">
          <ProviderChoice offered={offered} chosen={provider} onChoose={setChosen} />
        </Card>
        {isOnline ? null : <Notice>{t('payment.offline')}</Notice>}
        {offered.length === 0 ? <Notice tone="error">{t('payment.away')}</Notice> : null}
        <Stack gap={2}>
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
        </Stack>
      </Stack>
    </Page>
  );
}

type Props = {
  offered: readonly PaymentProvider[];
  chosen: PaymentProvider | undefined;
  onChoose: (provider: PaymentProvider) => void;
};

const WAYS: Record<PaymentProvider, TextId> = { razorpay: 'payment.razorpayWays', stripe: 'payment.stripeWays' };

/** The payment methods; which provider serves them is nothing that a customer chooses by. */
function ProviderChoice({ offered, chosen, onChoose }: Props) {
  const t = useText();
  const choices = offered.map((value) => ({ value, label: t(WAYS[value]) }));
  return <ChoiceList label={t('payment.how')} choices={choices} chosen={chosen} onChoose={onChoose} />;
}
