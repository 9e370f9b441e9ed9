import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { Stack } from '../../ui/Card.tsx';
import { AlertDialog } from '../../ui/Dialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { type OrderSummary, readOrderSummary } from '../../shared/orders/order-summary-storage.ts';
import { OrderPushOffer } from '../../shared/push/PushOffers.tsx';
import { OnlineSummary, type PaymentFlag } from './OnlineSummary.tsx';
import { OrderReceipt, useOrderHeading } from './OrderReceipt.tsx';
import { SummaryActions, useClearOrderedCart } from './SummaryActions.tsx';

/** The summary of the order that was just placed. */
export function OrderSummaryScreen() {
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  const [query] = useSearchParams();
  const [summary] = useState(readOrderSummary);
  const [flag] = useState(() => flagOf(query));
  const forgetFlag = useForgetFlag();
  if (summary?.isPaidOnline)
    return <OnlineSummary key={summary.orderId} summary={summary} flag={flag} onRead={forgetFlag} />;
  if (flag === 'canceled') return <CanceledPayment shopSlug={shopSlug} onRead={forgetFlag} />;
  return summary ? <PlacedOrder summary={summary} shopSlug={shopSlug} /> : <NoOrder shopSlug={shopSlug} />;
}

type ShopProps = { shopSlug: string };

function PlacedOrder({ summary, shopSlug }: ShopProps & { summary: OrderSummary }) {
  const heading = useOrderHeading(summary);
  useClearOrderedCart(summary, true);
  return (
    <Page title={heading} narrow>
      <Stack gap={5}>
        <OrderReceipt summary={summary} />
        <OrderPushOffer />
        <SummaryActions shopSlug={shopSlug} stage="paid" isCanceled={false} />
      </Stack>
    </Page>
  );
}

/** A payment that was not started: no order is stored, and the cart is unchanged. */
function CanceledPayment({ shopSlug, onRead }: ShopProps & { onRead: () => void }) {
  const t = useText();
  const [isRead, setRead] = useState(false);
  const read = () => {
    setRead(true);
    onRead();
  };
  return (
    <Page title={t('summary.canceledTitle')} narrow>
      <Stack gap={5}>
        <Notice tone="error">{t('summary.canceled')}</Notice>
        <SummaryActions shopSlug={shopSlug} stage="unknown" isCanceled />
      </Stack>
      {isRead ? null : <AlertDialog text={t('summary.canceled')} onClose={read} />}
    </Page>
  );
}

function NoOrder({ shopSlug }: ShopProps) {
  const t = useText();
  return (
    <Page title={t('summary.noneTitle')} narrow>
      <EmptyState text={t('summary.none')}>
        <SummaryActions shopSlug={shopSlug} stage="unknown" isCanceled={false} />
      </EmptyState>
    </Page>
  );
}

/** Removes the provider's flag from the address, so that a reload does not repeat its message. */
function useForgetFlag(): () => void {
  const [, setQuery] = useSearchParams();
  return () => setQuery({}, { replace: true });
}

function flagOf(query: URLSearchParams): PaymentFlag {
  if (query.get('success') === 'true') return 'success';
  return query.get('canceled') === 'true' ? 'canceled' : undefined;
}
