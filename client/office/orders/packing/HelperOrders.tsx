import type { OrderToPackView } from '@haat/contract/orders/packing.calls';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../i18n/use-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { OfficeLoadFailure } from '../../shop/OfficeLoadFailure.tsx';
import { isPacked, useAllPackedLines } from '../board/packed-lines.ts';
import { useListFailure } from '../board/shop-order-queries.ts';
import { useBoardKeys } from '../board/use-board-keys.ts';
import { useArrivalSound } from './arrival-sound.ts';
import { ordersToPackQuery, useFollowTeamOrders } from '../team-order-queries.ts';
import { HelperCard } from './HelperCard.tsx';
import styles from './PackingScreen.module.css';

/** The work of a helper: orders to pack, fully packed ones last, then takeaways that are ready to be handed over. */
export function HelperOrders({ shopId }: { shopId: number }) {
  const t = useText();
  const now = useMinute();
  const packed = useAllPackedLines();
  const query = useQuery(ordersToPackQuery(shopId));
  const { data: orders, error, refetch } = query;
  const failure = useListFailure(query);
  useFollowTeamOrders(shopId);
  useArrivalSound(orders);
  useBoardKeys();
  const isDone = (order: OrderToPackView) => !order.takeaway && isPacked(packed, order);
  const toPack = orders?.filter(({ order_status }) => order_status === 'Accepted') ?? [];
  const ready = orders?.filter(({ order_status }) => order_status === 'Ready') ?? [];
  return (
    <>
      {failure ? <OfficeLoadFailure text={failure} onRetry={() => void refetch()} /> : null}
      {!orders && !error ? <Skeleton height="240px" radius="20px" /> : null}
      {orders && toPack.length === 0 ? <EmptyState text={t('packing.none')} /> : null}
      <ol className={styles.list}>
        {toPack
          .toSorted((a, b) => Number(isDone(a)) - Number(isDone(b)))
          .map((order) => (
            <li key={order.id}>
              <HelperCard order={order} shopId={shopId} now={now} />
            </li>
          ))}
      </ol>
      {ready.length > 0 ? (
        <section aria-labelledby="to-hand-over">
          <h2 id="to-hand-over" className={styles.part}>
            {t('packing.toHandOver')}
          </h2>
          <ol className={styles.list}>
            {ready.map((order) => (
              <li key={order.id}>
                <HelperCard order={order} shopId={shopId} now={now} />
              </li>
            ))}
          </ol>
        </section>
      ) : null}
    </>
  );
}
