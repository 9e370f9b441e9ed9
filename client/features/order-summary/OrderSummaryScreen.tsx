import { useEffect, useState } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { AlertDialog } from '../../ui/AlertDialog.tsx';
import { Button } from '../../ui/Button.tsx';
import { buttonClass } from '../../ui/button-class.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useCart, useCartSend } from '../cart/use-cart.ts';
import { OrderReceipt } from './OrderReceipt.tsx';
import styles from './OrderSummaryScreen.module.css';
import { readOrderSummary } from './summary-storage.ts';

/** The summary after ordering. Spec section 2. */
export function OrderSummaryScreen() {
  const t = useText();
  const navigate = useNavigate();
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  const [query] = useSearchParams();
  const [summary] = useState(readOrderSummary);
  const [outcome, setOutcome] = useState(outcomeOf(query));
  const isCanceled = query.get('canceled') === 'true';
  const hasOrder = summary !== undefined && !isCanceled;
  const clearCart = useClearedCart(hasOrder);

  const goToProducts = () => {
    clearCart();
    void navigate(`/${shopSlug}/products`);
  };
  const ways = <WaysOn shopSlug={shopSlug} isCanceled={isCanceled} onProducts={goToProducts} />;
  return (
    <Page title={t(isCanceled ? 'summary.canceledTitle' : hasOrder ? 'summary.title' : 'summary.noneTitle')} narrow>
      <div className={styles.summary}>
        {isCanceled ? <Notice tone="error">{t('summary.canceled')}</Notice> : null}
        {hasOrder ? <OrderReceipt summary={summary} /> : null}
        {!hasOrder && !isCanceled ? <EmptyState text={t('summary.none')}>{ways}</EmptyState> : ways}
      </div>
      {outcome ? <AlertDialog text={t(outcome)} onClose={() => setOutcome(undefined)} /> : null}
    </Page>
  );
}

type WaysOnProps = { shopSlug: string; isCanceled: boolean; onProducts: () => void };

/** After a payment that failed the cart is still there: trying again comes first, leaving it second. */
function WaysOn({ shopSlug, isCanceled, onProducts }: WaysOnProps) {
  const t = useText();
  return (
    <div className={styles.actions}>
      {isCanceled ? (
        <Link className={buttonClass()} to={`/${shopSlug}/order`}>
          {t('common.tryAgain')}
        </Link>
      ) : null}
      <Button look={isCanceled ? 'secondary' : 'primary'} onClick={onProducts}>
        {t('summary.goToProducts')}
      </Button>
      {isCanceled ? null : (
        <Link className={buttonClass('secondary')} to={`/${shopSlug}/order-history`}>
          {t('summary.history')}
        </Link>
      )}
    </div>
  );
}

function outcomeOf(query: URLSearchParams): TextId | undefined {
  if (query.get('success') === 'true') return 'summary.success';
  return query.get('canceled') === 'true' ? 'summary.canceled' : undefined;
}

/**
 * What was ordered leaves the cart as soon as its order is on the screen: so it is gone however the screen is left, and
 * Back finds an empty cart, which leads to the products. Spec section 4.
 */
function useClearedCart(hasOrder: boolean): () => void {
  const send = useCartSend();
  const { isLoaded } = useCart();
  useEffect(() => {
    if (hasOrder && isLoaded) send({ type: 'cleared' });
  }, [send, hasOrder, isLoaded]);
  return () => send({ type: 'cleared' });
}
