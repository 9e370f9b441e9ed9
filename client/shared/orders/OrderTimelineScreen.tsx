import {
  getOrderTimeline,
  type OrderTimelineView,
  type TimelineEntryView,
} from '@haat/contract/orders/order-timeline.calls';
import { isRefusal } from '@haat/contract/reason';
import { shopName } from '@haat/contract/shops/shop';
import { Link, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { Card, Row } from '../../ui/Card.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { StatusChip } from '../../ui/StatusChip.tsx';
import { useRefetchOnEvents } from '../../lib/use-refetch-on-events.ts';
import { SessionOver } from '../session/RouteGuard.tsx';
import styles from './OrderTimelineScreen.module.css';
import { useTimelineTexts } from './timeline-texts.ts';

const TIMELINE = [getOrderTimeline.path];

/** The history of an order, live: for its customer in plain words, for shop and operator with names, messages and payments. */
export function OrderTimelineScreen() {
  const t = useText();
  const { id = '' } = useParams();
  const read = useCall(getOrderTimeline, { params: { id } }, { staleTime: 0 });
  useRefetchOnEvents(TIMELINE);

  if (isRefusal(read.error)) return <SessionOver />;
  const waiting = <Skeleton height="640px" radius="var(--radius-card)" />;
  return (
    <Page title={t('timeline.title')} narrow>
      <Loaded read={read} failed="timeline.failed" missing="invoice.unknown" waiting={waiting}>
        {(order) => <Timeline order={order} />}
      </Loaded>
    </Page>
  );
}

function Timeline({ order }: { order: OrderTimelineView }) {
  const t = useText();
  const { orderNumber, order_status, takeaway, shop, audience, entries } = order;
  return (
    <Card as="section" gap={4} aria-label={t('timeline.of', { number: orderNumber })}>
      <Row as="header" justify="between" gap={2}>
        <div>
          <h2>{t('history.order', { number: orderNumber })}</h2>
          <p className={styles.facts}>
            {shopName(shop)}
            {audience === 'customer' ? <Link to={`/${shop.slug}/order-history`}>{t('problem.toOrders')}</Link> : null}
          </p>
        </div>
        <StatusChip status={order_status} takeaway={takeaway} isForShop={audience === 'staff'} />
      </Row>
      <ol className={styles.entries}>
        {entries.map((entry, nth) => (
          // Entries are only ever added at the end.
          <Entry key={nth} order={order} entry={entry} />
        ))}
      </ol>
    </Card>
  );
}

function Entry({ order, entry }: { order: OrderTimelineView; entry: TimelineEntryView }) {
  const { moment } = useTimeText();
  const { title, actor, why, details } = useTimelineTexts(order)(entry);
  return (
    <li className={entry.kind === 'status' || entry.kind === 'placed' ? styles.main : undefined}>
      <strong>{title}</strong>
      <p className={styles.facts}>
        <time dateTime={entry.at}>{moment(entry.at)}</time>
        {actor ? <span>{actor}</span> : null}
        {entry.device ? <span lang="en">{entry.device}</span> : null}
        {details.map((detail) => (
          <span key={detail}>{detail}</span>
        ))}
      </p>
      {why ? <p className={styles.why}>{why}</p> : null}
    </li>
  );
}
