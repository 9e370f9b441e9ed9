import { orderStatusClass, type OrderStatus } from '@haat/contract/orders/order-status';
import { customerStatusTextId, shopStatusTextId } from '../i18n/order-status-text.ts';
import { type TextId, useText } from '../i18n/use-text.ts';
import styles from './StatusChip.module.css';

/** `takeaway`: of an order that is picked up; `isForShop`: in the words of the shop, not of its customer. */
type Props = { status: OrderStatus; takeaway: boolean; isForShop?: boolean };

/** An order's status in words and colour; the class is the lower-cased status with hyphens. */
export function StatusChip({ status, takeaway, isForShop = false }: Props) {
  const t = useText();
  // A status of a newer server has no text here yet.
  const id = (isForShop ? shopStatusTextId : customerStatusTextId)(status, { takeaway }) as TextId | undefined;
  const words = id ? t(id) : status;
  return <span className={`${styles.chip} ${orderStatusClass(status)}`}>{words}</span>;
}
