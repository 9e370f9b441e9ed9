import { orderStatusClass, type OrderStatus } from '@haat/contract/rules/order-status';
import { orderStatusTextId } from '../i18n/order-status-text.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './StatusChip.module.css';

type Props = { status: OrderStatus };

/** An order's status in words and colour; the class is the lower-cased status with hyphens. */
export function StatusChip({ status }: Props) {
  const t = useText();
  return <span className={`${styles.chip} ${orderStatusClass(status)}`}>{t(orderStatusTextId(status))}</span>;
}
