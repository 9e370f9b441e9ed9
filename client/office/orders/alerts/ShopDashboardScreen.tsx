import { dialled } from '@haat/contract/shops/shop';
import { Navigate } from 'react-router-dom';
import type { MissedOrderView, NotificationView } from '@haat/contract/notify/notifications.calls';
import { useText } from '../../../i18n/use-text.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { Stack } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Page } from '../../../ui/Page.tsx';
import { useSession } from '../../../shared/session/SessionProvider.tsx';
import { may } from '../../../shared/session/shop-role.ts';
import { SetupList } from '../../shop/SetupList.tsx';
import { useSetup } from '../../shop/setup-query.ts';
import { ShopStats } from '../../money/ShopStats.tsx';
import { FeedProblem, FeedTools } from './FeedTools.tsx';
import { MissedOrder } from './MissedOrders.tsx';
import { FeedContext } from './notification-feed.ts';
import { useMissedOrders } from './use-missed-orders.ts';
import { useNotificationText } from './use-notification-text.ts';
import styles from './ShopDashboardScreen.module.css';

/** The start page of the back office: the shop's stats and its notifications. */
export function ShopDashboardScreen() {
  const t = useText();
  return (
    <Page title={t('shopDashboard.title')}>
      <ShopOverview />
      <ShopNotifications />
    </Page>
  );
}

/** How the shop is doing; for a new one, the first steps above it. */
function ShopOverview() {
  const session = useSession();
  const { shopId, shopSlug } = session;
  const { data: setup, isPending } = useSetup(shopId);
  const isNew = setup !== undefined && !setup.closed;
  return (
    <ShopStats isNew={isNew} isWaiting={isPending}>
      {isNew && shopId !== undefined && shopSlug !== undefined ? (
        <SetupList shopId={shopId} slug={shopSlug} canClose={may(session, 'administration')} setup={setup} />
      ) : null}
    </ShopStats>
  );
}

/** The shop's new orders as they arrive. Only for members of a shop. */
export function ShopNotifications() {
  const { isSignedIn, shopId } = useSession();
  return isSignedIn && shopId !== undefined ? <Feed /> : <Navigate to="/" replace />;
}

function Feed() {
  const t = useText();
  const now = useMinute();
  const isLoading = FeedContext.useSelector((state) => state.matches('loading'));
  const hasFailed = FeedContext.useSelector((state) => state.matches('failed'));
  const notifications = FeedContext.useSelector(({ context }) => context.notifications);
  const { shopId = 0 } = useSession();
  const { data: missed = [] } = useMissedOrders(shopId);
  return (
    <Stack as="section" aria-labelledby="shop-notifications">
      <h2 id="shop-notifications">{t('notifications.title')}</h2>
      <FeedTools />
      <FeedProblem />
      {isLoading ? <p role="status">{t('notifications.loading')}</p> : null}
      {!isLoading && !hasFailed && notifications.length + missed.length === 0 ? (
        <EmptyState text={t('notifications.empty')} />
      ) : null}
      <Stack as="ol">
        {byTime([...notifications, ...missed]).map((entry) =>
          'missed_at' in entry ? (
            <MissedCard key={`missed ${entry.id}`} order={entry} now={now} />
          ) : (
            <NotificationCard key={entry.id} notification={entry} now={now} />
          ),
        )}
      </Stack>
    </Stack>
  );
}

type Entry = NotificationView | MissedOrderView;

const timeOf = (entry: Entry) => Date.parse('missed_at' in entry ? entry.missed_at : entry.created_at);
const byTime = (entries: readonly Entry[]): Entry[] => entries.toSorted((a, b) => timeOf(b) - timeOf(a));

/** An order that expired without being accepted; it stays in the list after it was read. */
function MissedCard({ order, now }: { order: MissedOrderView; now: Date }) {
  const { moment, age } = useTimeText();
  const { missed_at: at } = order;
  return (
    <li className={`${styles.card} ${styles.missed}`}>
      <MissedOrder order={order} />
      <p className={styles.facts}>
        <time dateTime={at}>
          {moment(at)} · {age(at, now)}
        </time>
      </p>
    </li>
  );
}

type Props = { notification: NotificationView; now: Date };

/** One notification with its time; live ones also have the customer's address and phone. */
function NotificationCard({ notification, now }: Props) {
  const t = useText();
  const { moment, age } = useTimeText();
  const textOf = useNotificationText();
  const { created_at, address, phone } = notification;
  return (
    <li className={styles.card}>
      <p className={styles.message}>{textOf(notification)}</p>
      <p className={styles.facts}>
        <time dateTime={created_at}>
          {moment(created_at)} · {age(created_at, now)}
        </time>
      </p>
      {address ? <p className={styles.facts}>{address}</p> : null}
      {phone ? (
        <a className={styles.phone} href={`tel:${dialled(phone)}`} aria-label={t('header.call', { phone })}>
          {phone}
        </a>
      ) : null}
    </li>
  );
}

/** Greets the vendor by email and shows how the shop is doing, and its notifications. */
export function VendorScreen() {
  const t = useText();
  const { email = '' } = useSession();
  return (
    <Page title={t('vendor.welcome', { email })}>
      <ShopOverview />
      <ShopNotifications />
    </Page>
  );
}
