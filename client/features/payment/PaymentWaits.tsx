import type { OrderPaymentView } from '@haat/contract/api/payments.schema';
import { useText } from '../../i18n/use-text.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ContinuePayment } from './ContinuePayment.tsx';
import { HoldTime } from './HoldTime.tsx';
import styles from './PaymentScreen.module.css';

type Props = { slug: string; payment: OrderPaymentView };

/** An order whose goods are held and that is not paid yet. */
export function PaymentWaits({ slug, payment }: Props) {
  const t = useText();
  return (
    <Notice>
      <div className={styles.waits}>
        <p>{t('payment.waits', { number: payment.orderNumber })}</p>
        {payment.held_until ? <HoldTime until={payment.held_until} /> : null}
        {payment.can_retry ? <ContinuePayment shopSlug={slug} payment={payment} /> : null}
      </div>
    </Notice>
  );
}
