import { unsubscribe } from '@haat/contract/notify/messages.calls';
import { listOwnNotifications, markRead, type OwnNotificationView } from '@haat/contract/notify/notifications.calls';
import { orderMessage, orderScreen } from '@haat/contract/orders/order-messages';
import { toPaise } from '@haat/contract/rupees';
import { shopName } from '@haat/contract/shops/shop';
import { isRefusal } from '@haat/contract/reason';
import { useLingui } from '@lingui/react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { call } from '../../lib/api.ts';
import { afterLast, callPages, rowsOf } from '../../lib/call-pages.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { useMinute } from '../../lib/use-minute.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { SessionOver } from '../../shared/session/RouteGuard.tsx';
import { useRefetchOnEvents } from '../../lib/use-refetch-on-events.ts';
import styles from './Orders.module.css';

const PER_PAGE = 20;

const NOTIFICATIONS = callPages(listOwnNotifications, { query: { limit: PER_PAGE } }, { next: afterLast(PER_PAGE) });
const SHOWN = [listOwnNotifications.path];

/** What happened to the user's orders, newest first and live. Whatever is shown counts as read. */
export function NotificationsScreen() {
  const t = useText();
  // Events are missed while no screen is subscribed.
  const list = useInfiniteQuery({ ...NOTIFICATIONS, select: rowsOf, staleTime: 0 });
  const { data: notifications, error } = list;
  useRefetchOnEvents(SHOWN);
  useMarkRead(notifications?.[0]?.id);

  if (isRefusal(error)) return <SessionOver />;
  return (
    <Page title={t('ownNotifications.title')} narrow>
      {error ? <LoadFailure text={t('notifications.loadFailed')} onRetry={() => void list.refetch()} /> : null}
      {notifications?.length === 0 ? <NoNotifications /> : null}
      <Stack as="ol" gap={2}>
        {notifications?.map((notification) => (
          <NotificationRow key={notification.id} notification={notification} />
        ))}
      </Stack>
      {list.hasNextPage ? (
        <LoadMore
          label={t('history.older')}
          isLoading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
        />
      ) : null}
      {!notifications && !error ? <Skeleton height="60dvh" radius="var(--radius-card)" /> : null}
    </Page>
  );
}

/** On all devices; the rows stay marked as new until they are fetched again. */
function useMarkRead(latest: number | undefined): void {
  const { mutate } = useMutation({ mutationFn: (seq: number) => call(markRead, { body: { seq } }) });
  useEffect(() => {
    if (latest !== undefined) mutate(latest);
  }, [mutate, latest]);
}

/** One notification, which leads to its order; the cart of an expired order is unchanged. */
function NotificationRow({ notification }: { notification: OwnNotificationView }) {
  const t = useText();
  const { i18n } = useLingui();
  const { age, moment } = useTimeText();
  const now = useMinute();
  const { kind, status, update, amount, takeaway = false, shop, created_at, is_read: isRead } = notification;
  const totalPaise = amount === undefined ? undefined : toPaise(amount);
  const message = { kind, status, update, orderNumber: notification.order_number, takeaway, totalPaise };
  const { title, body } = orderMessage(message, i18n.locale === 'hi' ? 'hi' : 'en');
  return (
    <Card as="li" className={isRead ? undefined : styles.unread}>
      <Link className={styles.link} to={`/${shop.slug}/${orderScreen({ kind, orderId: notification.order_id })}`}>
        <strong>{body}</strong>
        <span>
          {title} · {shopName(shop)}
        </span>
        <span>
          {isRead ? null : <strong>{t('ownNotifications.new')} · </strong>}
          <time dateTime={created_at} title={moment(created_at)}>
            {age(created_at, now)}
          </time>
        </span>
      </Link>
    </Card>
  );
}

function NoNotifications() {
  const t = useText();
  return (
    <EmptyState text={t('ownNotifications.empty')}>
      <Link className={buttonClass()} to={`/${MAIN_SHOP_SLUG}/dashboard`}>
        {t('history.find')}
      </Link>
    </EmptyState>
  );
}

/**
 * Where the link of a mail leads: a button turns off this kind of mail, without logging in. Opening it changes nothing, because
 * programs that check mails open links, too.
 */
export function UnsubscribeScreen() {
  const t = useText();
  const { token = '' } = useParams();
  const textOf = useRefusalText('messages.unsubscribeFailed', OWN_TEXTS);
  const { mutate, data, error, isPending } = useMutation({ mutationFn: () => call(unsubscribe, { body: { token } }) });
  const kind = data?.mails ?? (token.includes('.order_status.') ? 'order_status' : 'order_ends');
  const problem = textOf(error);
  return (
    <Page title={t('messages.unsubscribeTitle')} narrow="form">
      <Stack gap={4}>
        {data ? (
          <Notice tone="success">{t('messages.unsubscribed', { kind: t(`messages.kind.${kind}`) })}</Notice>
        ) : (
          <p>{t('messages.unsubscribeAsk', { kind: t(`messages.kind.${kind}`) })}</p>
        )}
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <Row align="stretch">
          {data ? null : (
            <Button disabled={isPending} onClick={() => mutate()}>
              {t('messages.unsubscribe')}
            </Button>
          )}
          <Link className={buttonClass('secondary')} to="/profile">
            {t('messages.chooseAll')}
          </Link>
        </Row>
      </Stack>
    </Page>
  );
}

const OWN_TEXTS = { not_found: 'messages.unsubscribeWrong' } as const;
