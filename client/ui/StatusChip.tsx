import { orderStatusClass, type OrderStatus } from '@haat/contract/rules/order-status';
import { customerStatusTextId } from '../i18n/order-status-text.ts';
import { useText } from '../i18n/use-text.ts';
import styles from './StatusChip.module.css';

/** `takeaway`: in the words of a customer who picks the order up. */
type Props = { status: OrderStatus; takeaway?: boolean };

/** An order's status in words and colour; the class is the lower-cased status with hyphens. */
export function StatusChip({ status, takeaway = false }: Props) {
  const t = useText();
  const words = t(customerStatusTextId(status, { takeaway }));
  return <span className={`${styles.chip} ${orderStatusClass(status)}`}>{words}</span>;
}
