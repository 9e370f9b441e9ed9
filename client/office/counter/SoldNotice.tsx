import type { OrderView } from '@haat/contract/orders/orders.calls';
import { formatPaise, formatRupees } from '@haat/contract/rupees';
import { totalsOf } from '@haat/machines/orders/basket';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useMemo, useState, useSyncExternalStore } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { onQueueChange, queueState } from '../../lib/offline-queue/offline-queue.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { ReceiptButton } from '../orders/receipts/PrinterTools.tsx';
import { receiptShopQuery } from '../orders/receipts/receipt-shop.ts';
import { provisionalOrder } from './provisional-order.ts';
import { useRefreshAfterReturn } from './use-refresh-after-return.ts';
import type { Counter } from './use-counter.ts';
import styles from './SoldNotice.module.css';

/** The sale before: what to give back, and its receipt, until the next customer pays. */
export function SoldNotice({ counter, shopId }: { counter: Counter; shopId: number }) {
  const t = useText();
  const sold = useSelector(counter, ({ context }) => context.sold);
  const { actions } = useSyncExternalStore(onQueueChange, queueState);
  const { data: shop } = useQuery(receiptShopQuery(shopId));
  const order = useMemo(
    () => sold && (sold.order ?? (shop && provisionalOrder({ ...sold, shopId, shop }))),
    [sold, shopId, shop],
  );
  if (!sold) return null;
  const { totalPaise } = totalsOf(sold.request.basket);
  const changePaise = (sold.request.receivedPaise ?? totalPaise) - totalPaise;
  const isCash = sold.request.payment === 'cod';
  return (
    <section className={styles.sold} aria-label={t('counterSale.lastSale')}>
      <div role="status">
        <p>{t('counterSale.sold', { number: sold.number, amount: formatPaise(totalPaise) })}</p>
        <p className={styles.change}>
          {isCash ? t('counterSale.change', { amount: formatPaise(changePaise) }) : t('counterSale.paidByUpi')}
        </p>
      </div>
      {actions.some(({ id }) => id === sold.request.key) ? <p>{t('counterSale.waiting')}</p> : null}
      {order ? <ReceiptButton order={order} /> : null}
      {sold.order ? <TakeBack key={sold.order.id} order={sold.order} shopId={shopId} /> : null}
    </section>
  );
}

export const ReturnSaleDialog = lazyDialog(() => import('./ReturnSaleDialog.tsx'), 'ReturnSaleDialog');

/** Corrects a wrong sale, or takes back items that are returned right away. */
function TakeBack({ order, shopId }: { order: OrderView; shopId: number }) {
  const t = useText();
  const refresh = useRefreshAfterReturn(shopId);
  const [isOpen, setOpen] = useState(false);
  const [present, setPresent] = useState(order);
  const onReturned = (returned: OrderView) => {
    setPresent(returned);
    setOpen(false);
    refresh();
  };
  return (
    <>
      {present.refunded > 0 ? (
        <p role="status">{t('counterSale.paidBack', { amount: formatRupees(present.refunded) })}</p>
      ) : null}
      {present.refunded < present.total ? (
        <Button look="quiet" onClick={() => setOpen(true)}>
          {t('counterSale.takeBack')}
        </Button>
      ) : null}
      {isOpen ? <ReturnSaleDialog order={present} onReturned={onReturned} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
