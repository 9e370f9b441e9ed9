import { listRiderOrders, type RiderOrderView } from '@haat/contract/orders/rider-orders.calls';
import { useId } from 'react';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { PageHeading } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useGuardedShop } from '../../../shared/session/RouteGuard.tsx';
import { OrdersState } from '../board/OrdersState.tsx';
import { useArrivalSound } from '../packing/arrival-sound.ts';
import { useFollowTeamOrders } from '../team-orders.ts';
import { POLLED } from '../use-shop-orders-live.ts';
import { RiderCard } from './RiderCard.tsx';
import cards from '../packing/PackingScreen.module.css';

/** A rider's deliveries on the way, then orders to pick up at the shop, oldest first. */
export function RiderScreen() {
  const t = useText();
  const { shopId } = useGuardedShop();
  const read = useCall(listRiderOrders, { params: { shopId } }, POLLED);
  const { data: orders } = read;
  const inStatus = (status: RiderOrderView['order_status']) => orders?.filter((each) => each.order_status === status);
  const [waiting, onTheWay] = [inStatus('Accepted'), inStatus('In Transit')];
  useFollowTeamOrders(shopId);
  useArrivalSound(waiting);
  return (
    <div className={cards.screen}>
      <div className={cards.head}>
        <PageHeading>{t('rider.title')}</PageHeading>
      </div>
      <OrdersState read={read} waiting={<Skeleton height="320px" radius="20px" />} />
      {waiting?.length === 0 && onTheWay?.length === 0 ? <EmptyState text={t('rider.none')} /> : null}
      <Part title="rider.onTheWay" orders={onTheWay ?? []} shopId={shopId} />
      <Part title="rider.toPickUp" orders={waiting ?? []} shopId={shopId} />
    </div>
  );
}

type PartProps = { title: TextId; orders: readonly RiderOrderView[]; shopId: number };

function Part({ title, orders, shopId }: PartProps) {
  const t = useText();
  const now = useMinute();
  const titleId = useId();
  if (orders.length === 0) return null;
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={cards.part}>
        {t(title)}
      </h2>
      <ol className={cards.list}>
        {orders.map((order) => (
          <li key={order.id}>
            <RiderCard order={order} shopId={shopId} now={now} />
          </li>
        ))}
      </ol>
    </section>
  );
}
