import { promiseTime, type OrderView } from '@haat/contract/orders/orders.calls';
import type { OrderStatus } from '@haat/contract/orders/order-status';
import { reasonOf } from '@haat/contract/reason';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { serverText } from '../../../i18n/language.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { call } from '../../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../../lib/back-office-query-keys.ts';
import { Button } from '../../../ui/Button.tsx';
import { Row } from '../../../ui/Card.tsx';
import { settingsQuery } from '../../shop/settings-query.ts';
import styles from './OrderSheet.module.css';

const CHOICES = [10, 15, 20, 30, 45, 60, 90];

type ReadyInProps = { shopId: number; minutes: number | undefined; onChoose: (minutes: number | undefined) => void };

/** In how many minutes the orders of the shop are ready now, unless it promises something else; undefined while it is unknown. */
function useUsualMinutes(shopId: number): number | undefined {
  const { data: settings } = useQuery({ ...settingsQuery(shopId), staleTime: 60_000 });
  return settings?.preparation_minutes === undefined ? undefined : settings.preparation_minutes + settings.rush_minutes;
}

type AcceptProps = Omit<ReadyInProps, 'onChoose'> & { onAccept: () => void };

/** Accepts a new order for the time that was chosen. */
export function AcceptFor({ shopId, minutes, onAccept }: AcceptProps) {
  const t = useText();
  const usual = useUsualMinutes(shopId);
  const promised = minutes ?? usual;
  return (
    <Button wide onClick={onAccept}>
      {promised === undefined ? t('promise.accept') : t('promise.acceptFor', { minutes: promised })}
    </Button>
  );
}

/** In how many minutes a new order is promised to be ready; undefined for the usual time of the shop. */
export function ReadyIn({ shopId, minutes, onChoose }: ReadyInProps) {
  const t = useText();
  const usual = useUsualMinutes(shopId);
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
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (minutes: number) =>
      call(promiseTime, { params: { id: order.id }, body: { ready_in_minutes: minutes } }),
    onSettled: () => queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.allShopOrders }),
  });
  const { promised_at: promised } = order;
  if (!promised || status !== 'Accepted') return null;

  const left = Math.ceil((Date.parse(promised) - now.getTime()) / 60_000);
  return (
    <>
      <Row gap={2} justify="between">
        <p className={left < 0 ? styles.late : undefined}>
          {t(left < 0 ? 'promise.late' : 'promise.promised', { time: momentAfter(promised, order.order_date) })}
        </p>
        <Button look="quiet" disabled={isPending} onClick={() => mutate(Math.max(left, 0) + LATER_MINUTES)}>
          {t('promise.later', { minutes: LATER_MINUTES })}
        </Button>
      </Row>
      {error ? (
        <p role="alert">{t('promise.failed', { body: serverText('promise.failed', reasonOf(error).text ?? '') })}</p>
      ) : null}
    </>
  );
}
