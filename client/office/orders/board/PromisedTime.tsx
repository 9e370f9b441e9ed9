import { promiseTime, type OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { getSettings } from '@haat/contract/shops/settings.calls';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import looks from '../../../ui/looks.module.css';
import { useChange } from '../../../ui/use-change.ts';
import { useFailedText } from '../use-failed-text.ts';
import styles from './OrderSheet.module.css';

const CHOICES = [10, 15, 20, 30, 45, 60, 90];

type ReadyInProps = { order: OrderView; minutes: number | undefined; onChoose: (minutes: number | undefined) => void };

/** In how many minutes such an order is ready now, unless the shop promises something else; undefined while it is unknown. */
function useUsualMinutes({ shop, takeaway }: OrderView): number | undefined {
  const { data: settings } = useCall(getSettings, { params: { shopId: shop.id } });
  if (settings?.preparation_minutes === undefined) return undefined;
  const { preparation_minutes: usual, delivery_minutes: longer = 0, rush_minutes: rush } = settings;
  return usual + rush + (takeaway ? 0 : longer);
}

type AcceptProps = Omit<ReadyInProps, 'onChoose'> & { onAccept: () => void };

/** Accepts a new order for the time that was chosen. */
export function AcceptFor({ order, minutes, onAccept }: AcceptProps) {
  const t = useText();
  const usual = useUsualMinutes(order);
  const promised = minutes ?? usual;
  return (
    <Button wide onClick={onAccept}>
      {promised === undefined ? t('promise.accept') : t('promise.acceptFor', { minutes: promised })}
    </Button>
  );
}

/** In how many minutes a new order is promised to be ready; undefined for the usual time of the shop. */
export function ReadyIn({ order, minutes, onChoose }: ReadyInProps) {
  const t = useText();
  const usual = useUsualMinutes(order);
  return (
    <label className={styles.readyIn}>
      {t('promise.readyIn')}
      <select
        value={minutes ?? ''}
        onChange={(event) => onChoose(event.target.value === '' ? undefined : Number(event.target.value))}
      >
        <option value="">{usual === undefined ? t('promise.usual') : t('promise.minutes', { minutes: usual })}</option>
        {CHOICES.filter((each) => each !== usual).map((each) => (
          <option key={each} value={each}>
            {t('promise.minutes', { minutes: each })}
          </option>
        ))}
      </select>
    </label>
  );
}

const LATER_MINUTES = 10;

/** When an accepted order is promised to be ready, and the button that moves that; nothing in another status. */
export function PromisedTime({ order, status, now }: { order: OrderView; status: OrderStatus; now: Date }) {
  const t = useText();
  const { momentAfter } = useTimeText();
  const { send, isSending, error } = useChange(promiseTime, { failed: 'promise.failed' });
  const problem = useFailedText('promise.failed', error);
  const { promised_at: promised } = order;
  if (!promised || status !== 'Accepted') return null;

  const left = Math.ceil((Date.parse(promised) - now.getTime()) / 60_000);
  const move = () => send({ params: { id: order.id }, body: { ready_in_minutes: Math.max(left, 0) + LATER_MINUTES } });
  return (
    <>
      <Row gap={2} justify="between">
        <p className={left < 0 ? looks.danger : undefined}>
          {t(left < 0 ? 'promise.late' : 'promise.promised', { time: momentAfter(promised, order.order_date) })}
        </p>
        <Button look="quiet" disabled={isSending} onClick={move}>
          {t('promise.later', { minutes: LATER_MINUTES })}
        </Button>
      </Row>
      {problem ? <p role="alert">{problem}</p> : null}
    </>
  );
}
