import type { OrderView } from '@haat/contract/orders/orders.calls';
import { shopStatusTextId } from '../../../i18n/order-status-text.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import looks from '../../../ui/looks.module.css';

/** Who changed the status last, and when; nothing for an order that has not changed. */
export function LastChange({ order: { steps, takeaway }, now }: { order: OrderView; now: Date }) {
  const t = useText();
  const { age } = useTimeText();
  const last = steps.at(-1);
  if (!last) return null;
  const { status, by, at, actor, reason, text } = last;
  const why = text ?? (reason && t(`reason.${reason}`));
  if (why !== undefined && actor === 'customer')
    return <p className={looks.note}>{t('shopOrders.endedByCustomer', { reason: why })}</p>;
  if (why !== undefined && actor === 'operator')
    return <p className={looks.note}>{t('shopOrders.endedByOperator', { reason: why })}</p>;
  const name = by ?? (actor === 'operator' ? t('timeline.by.operator') : undefined);
  if (name === undefined) return null;
  return (
    <p className={looks.note}>
      {t('shopOrders.stepBy', { status: t(shopStatusTextId(status, { takeaway })), name, age: age(at, now) })}
      {why === undefined ? null : ` · ${why}`}
    </p>
  );
}
