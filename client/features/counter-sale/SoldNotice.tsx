import { formatPaise } from '@haat/contract/rules/rupees';
import { totalsOf } from '@haat/machines/counter-sale/basket';
import { useQuery } from '@tanstack/react-query';
import { useSelector } from '@xstate/react';
import { useMemo } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { PrintReceiptButton } from '../receipts/PrintReceiptButton.tsx';
import { receiptShopQuery } from '../receipts/receipt-shop.ts';
import { provisionalOrder } from './provisional-order.ts';
import type { Counter } from './use-counter.ts';
import styles from './SoldNotice.module.css';

/** The sale before: what to give back, and its receipt, until the next customer pays. */
export function SoldNotice({ counter, shopId }: { counter: Counter; shopId: number }) {
  const t = useText();
  const sold = useSelector(counter, ({ context }) => context.sold);
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
      {sold.order ? null : <p>{t('counterSale.waiting')}</p>}
      {order ? <PrintReceiptButton order={order} /> : null}
    </section>
  );
}
