import { useState } from 'react';
import { useParams, useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { OrderPushOffer } from '../push/OrderPushOffer.tsx';
import { OnlineSummary, type PaymentFlag } from './OnlineSummary.tsx';
import { OrderReceipt } from './OrderReceipt.tsx';
import styles from './OrderSummaryScreen.module.css';
import { readOrderSummary, type OrderSummary } from './summary-storage.ts';
import { SummaryActions } from './SummaryActions.tsx';
import { useClearedCart } from './use-cleared-cart.ts';

/** The summary after ordering. Spec section 2. */
export function OrderSummaryScreen() {
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  const [query] = useSearchParams();
  const [summary] = useState(readOrderSummary);
  const flag = flagOf(query);
  if (summary?.isPaidOnline) return <OnlineSummary key={summary.orderId} summary={summary} flag={flag} />;
  if (flag === 'canceled') return <CanceledPayment shopSlug={shopSlug} />;
  return summary ? <PlacedOrder summary={summary} shopSlug={shopSlug} /> : <NoOrder shopSlug={shopSlug} />;
}

type ShopProps = { shopSlug: string };

function PlacedOrder({ summary, shopSlug }: ShopProps & { summary: OrderSummary }) {
  const t = useText();
  useClearedCart(summary, true);
  return (
    <Page title={t('summary.title')} narrow>
      <div className={styles.summary}>
        <OrderReceipt summary={summary} />
        <OrderPushOffer />
        <SummaryActions shopSlug={shopSlug} stage="paid" isCanceled={false} />
      </div>
    </Page>
  );
}

/** A payment that did not begin: nothing is stored, and the cart is still there. */
function CanceledPayment({ shopSlug }: ShopProps) {
  const t = useText();
  const [isRead, setRead] = useState(false);
  return (
    <Page title={t('summary.canceledTitle')} narrow>
      <div className={styles.summary}>
        <Notice tone="error">{t('summary.canceled')}</Notice>
        <SummaryActions shopSlug={shopSlug} stage="unknown" isCanceled />
      </div>
      {isRead ? null : <AlertDialog text={t('summary.canceled')} onClose={() => setRead(true)} />}
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

function flagOf(query: URLSearchParams): PaymentFlag {
  if (query.get('success') === 'true') return 'success';
  return query.get('canceled') === 'true' ? 'canceled' : undefined;
}
