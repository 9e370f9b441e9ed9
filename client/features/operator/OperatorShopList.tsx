import { suspendShop, type OperatorShopView } from '@haat/contract/api/operator';
import { shopName } from '@haat/contract/rules/shop';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { Field, useFocusOnFirst } from '../../ui/Field.tsx';
import { LoadMore } from '../../ui/LoadMore.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { operatorShopsQuery, useOperatorChange } from './operator-shops-query.ts';
import styles from './Operator.module.css';

/** The shops that match the search, newest first, in pages. */
export function OperatorShopList({ search }: { search: string }) {
  const t = useText();
  const { data: shops, error, refetch, ...older } = useInfiniteQuery(operatorShopsQuery(search));
  if (error) return <LoadFailure text={t('operator.loadFailed')} onRetry={() => void refetch()} />;
  if (!shops) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  if (shops.length === 0) return <EmptyState text={t('operator.none')} />;
  return (
    <div>
      <Stack as="ul">
        {shops.map((shop) => (
          <OperatorShopRow key={shop.id} shop={shop} />
        ))}
      </Stack>
      {older.hasNextPage ? (
        <LoadMore
          label={t('operator.more')}
          isLoading={older.isFetchingNextPage}
          onMore={() => void older.fetchNextPage()}
        />
      ) : null}
    </div>
  );
}

const SHOP_LINKS: { to: string; text: TextId }[] = [
  { to: 'admin/settings', text: 'settings.title' },
  { to: 'admin/team', text: 'team.title' },
  { to: 'admin/activity', text: 'activity.title' },
  { to: 'poster', text: 'poster.title' },
];

const LOOKS = {
  open: '',
  paused: styles.paused,
  getting_ready: styles.paused,
  not_responding: styles.suspended,
  suspended: styles.suspended,
};

/** One shop with its status, links, and a button to suspend or resume it. */
function OperatorShopRow({ shop }: { shop: OperatorShopView }) {
  const t = useText();
  const name = shopName(shop);
  return (
    <Card as="li" gap={2}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          <Link to={`/${shop.slug}/products`}>{name}</Link>
        </h2>
        <span className={`${styles.chip} ${LOOKS[shop.status]}`}>{t(`operator.status.${shop.status}`)}</span>
      </div>
      <p className={styles.facts}>
        <span>{shop.slug}</span>
        <span>{t('operator.members', { count: shop.members })}</span>
        <span>{t('operator.ordersToday', { count: shop.orders_today })}</span>
      </p>
      {shop.suspended ? <p className={styles.facts}>{t('operator.suspendedFor', { reason: shop.suspended })}</p> : null}
      <Row align="stretch">
        {SHOP_LINKS.map(({ to, text }) => (
          <Link key={to} className={buttonClass('quiet')} to={`/${shop.slug}/${to}`}>
            {t(text)}
            <span className="visually-hidden"> {name}</span>
          </Link>
        ))}
        {shop.platform ? null : <SuspendButton shop={shop} name={name} />}
      </Row>
    </Card>
  );
}

const suspend = (id: number, body: { suspended: boolean; reason?: string }) =>
  call(suspendShop, { params: { id }, body });

function SuspendButton({ shop, name }: { shop: OperatorShopView; name: string }) {
  const t = useText();
  const { change, isBusy, problem } = useOperatorChange();
  const [isAsking, setAsking] = useState(false);
  const isSuspended = shop.status === 'suspended';
  const resume = () =>
    change({ request: () => suspend(shop.id, { suspended: false }), successKey: 'operator.resumed' });
  return (
    <>
      <Button look="secondary" disabled={isBusy} onClick={isSuspended ? resume : () => setAsking(true)}>
        {t(isSuspended ? 'operator.resume' : 'operator.suspend')}
        <span className="visually-hidden"> {name}</span>
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isAsking ? <SuspendDialog shopId={shop.id} name={name} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

type Props = { shopId: number; name: string; onClose: () => void };

/** Asks for the reason of a suspension, which the shop's members see. */
function SuspendDialog({ shopId, name, onClose }: Props) {
  const t = useText();
  const [reason, setReason] = useState('');
  const [problems, setProblems] = useState<{ reason?: string }>({});
  const form = useFocusOnFirst(problems);
  const { change, isBusy, problem } = useOperatorChange();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = reason.trim();
    setProblems(given ? {} : { reason: t('operator.reasonMissing') });
    if (!given) return;
    const body = { suspended: true, reason: given };
    change({ request: () => suspend(shopId, body), successKey: 'operator.suspended', onDone: onClose });
  };
  return (
    <Dialog label={t('operator.suspendTitle', { name })} onClose={onClose}>
      <Stack as="form" gap={4} ref={form} onSubmit={submit} noValidate>
        <p>{t('operator.suspendHint', { name })}</p>
        <Field
          label={t('operator.reason')}
          name="reason"
          autoFocus
          required
          maxLength={300}
          value={reason}
          problem={problems.reason}
          onChange={(event) => setReason(event.target.value)}
        />
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <Row align="stretch">
          <Button type="submit" disabled={isBusy}>
            {t('operator.suspend')}
          </Button>
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
