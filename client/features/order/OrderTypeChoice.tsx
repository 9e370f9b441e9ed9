import { formatPaiseShort } from '@haat/contract/rules/rupees';
import type { OrderType } from '@haat/contract/rules/min-order-value';
import { useText } from '../../i18n/use-text.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './Checkout.module.css';

type Props = {
  orderType: OrderType;
  missingPaise: number;
  minimumPaise: number;
  onChoose: (orderType: OrderType) => void;
};

/** Delivery or takeaway; below the minimum only takeaway, with how far it is. Spec section 2, order. */
export function OrderTypeChoice({ orderType, missingPaise, minimumPaise, onChoose }: Props) {
  const t = useText();
  const isBelow = missingPaise > 0;
  const choices = [
    { value: 'delivery', label: t('order.delivery'), hint: t('order.deliveryHint'), disabled: isBelow },
    { value: 'takeaway', label: t('order.takeaway'), hint: t('order.takeawayHint') },
  ] as const;
  return (
    <section className={styles.card}>
      <ChoiceList label={t('order.type')} choices={choices} chosen={orderType} onChoose={onChoose}>
        {isBelow ? (
          <Notice>
            <p>{t('order.minimum', { amount: formatPaiseShort(minimumPaise) })}</p>
            <p>{t('cart.missing', { amount: formatPaiseShort(missingPaise) })}</p>
            <progress
              className={styles.progress}
              aria-label={t('order.delivery')}
              value={minimumPaise - missingPaise}
              max={minimumPaise}
            />
          </Notice>
        ) : null}
      </ChoiceList>
    </section>
  );
}
