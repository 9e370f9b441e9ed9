import type { OrderType } from '@haat/contract/rules/min-order-value';
import type { PaymentMethod } from '@haat/machines/checkout/place-request';
import { useText } from '../../i18n/use-text.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import styles from './Checkout.module.css';

type Props = {
  payment: PaymentMethod | undefined;
  orderType: OrderType;
  offersOnline: boolean;
  onChoose: (payment: PaymentMethod) => void;
};

/** How the order is paid. */
export function PaymentChoice({ payment, orderType, offersOnline, onChoose }: Props) {
  const t = useText();
  const hint = t(orderType === 'takeaway' ? 'order.codTakeaway' : 'order.codDelivery');
  const cash = { value: 'cod', label: t('order.cod'), hint } as const;
  const online = { value: 'online', label: t('order.online'), hint: t('order.onlineHint') } as const;
  return (
    <section className={styles.card}>
      <ChoiceList
        label={t('order.payment')}
        choices={offersOnline ? [cash, online] : [cash]}
        chosen={payment}
        onChoose={onChoose}
      />
    </section>
  );
}
