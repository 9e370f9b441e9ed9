import { orderStatusClass, type OrderStatus } from '@haat/contract/rules/order-status';
import { customerStatusTextId } from '../i18n/order-status-text.ts';
import { type TextId, useText } from '../i18n/use-text.ts';
import styles from './StatusChip.module.css';

/** `takeaway`: in the words of a customer who picks the order up. */
type Props = { status: OrderStatus; takeaway?: boolean };

/** An order's status in words and colour; the class is the lower-cased status with hyphens. */
export function StatusChip({ status, takeaway = false }: Props) {
  const t = useText();
  // A status of a newer server has no text here yet.
  const id = customerStatusTextId(status, { takeaway }) as TextId | undefined;
  const words = id ? t(id) : status;
  return <span className={`${styles.chip} ${orderStatusClass(status)}`}>{words}</span>;
}
