import {
  getProblem,
  listAllProblems,
  listShopProblems,
  type ProblemRowView,
} from '@haat/contract/orders/problems.calls';
import { shopName } from '@haat/contract/shops/shop';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useProductName } from '../../../i18n/use-name.ts';
import { useText } from '../../../i18n/use-text.ts';
import { useTimeText } from '../../../i18n/use-time-text.ts';
import { afterLast, callPages, rowsOf } from '../../../lib/call-pages.ts';
import { useCall } from '../../../lib/call-query.ts';
import { Card, Row, Stack } from '../../../ui/Card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/EmptyState.tsx';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { LoadMore } from '../../../ui/LoadMore.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useRefetchOnEvents } from '../../../lib/use-refetch-on-events.ts';
import { useGuardedShop } from '../../session/RouteGuard.tsx';
import { useSession } from '../../session/SessionProvider.tsx';
import payments from '../../../ui/Facts.module.css';
import entries from '../OrderTimelineScreen.module.css';
import { FRESH } from './fresh-problems.ts';
import { ProblemDeadline, ProblemState } from './ProblemClock.tsx';
import { ProblemTicket } from './ProblemTicket.tsx';

/** The problems that customers of a shop have reported. */
export function ShopProblemsScreen() {
  const t = useText();
  const { shopId, slug } = useGuardedShop();
  return (
    <Page title={t('problem.list')} narrow>
      <ProblemList key={shopId} shopId={shopId} path={`/${slug}/admin/problems`} />
    </Page>
  );
}

/** The problems of all shops, for the operator: overdue ones first. */
export function OperatorProblemsScreen() {
  const t = useText();
  return (
    <Page title={t('problem.list')} narrow>
      <ProblemList shopId={undefined} path="/operator/problems" />
    </Page>
  );
}

type ListProps = { shopId: number | undefined; path: string };

function ProblemList({ shopId, path }: ListProps) {
  const t = useText();
  const [isSolved, setSolved] = useState(false);
  const { data: problems, error, refetch, ...more } = useProblemList(shopId, isSolved);
  return (
    <Stack gap={4}>
      <FilterChips
        label={t('problem.filter')}
        chips={[
          { value: 'unsolved', label: t('problem.unsolved') },
          { value: 'solved', label: t('problem.solved') },
        ]}
        chosen={isSolved ? 'solved' : 'unsolved'}
        onChoose={(value) => setSolved(value === 'solved')}
      />
      {error && !problems ? <LoadFailure text={t('problem.loadFailed')} onRetry={() => void refetch()} /> : null}
      {!problems && !error ? <Skeleton height="80vh" radius="var(--radius-card)" /> : null}
      {problems?.length === 0 ? <EmptyState text={t(isSolved ? 'problem.noneSolved' : 'problem.none')} /> : null}
      <Stack as="ul">
        {problems?.map((problem) => (
          <ProblemRow key={problem.id} problem={problem} to={`${path}/${problem.id}`} hasShop={shopId === undefined} />
        ))}
      </Stack>
      {more.hasNextPage ? (
        <LoadMore
          label={t('activity.older')}
          isLoading={more.isFetchingNextPage}
          onMore={() => void more.fetchNextPage()}
        />
      ) : null}
    </Stack>
  );
}

const PER_PAGE = 50;
const LISTS = [listShopProblems.path, listAllProblems.path];

/** The problems of a shop, or of all shops, in pages and live. */
function useProblemList(shopId: number | undefined, isSolved: boolean) {
  const query = { limit: PER_PAGE, solved: isSolved ? ('true' as const) : undefined };
  const options = { next: afterLast(PER_PAGE) };
  const pages =
    shopId === undefined
      ? callPages(listAllProblems, { query }, options)
      : callPages(listShopProblems, { params: { shopId }, query }, options);
  useRefetchOnEvents(LISTS);
  return useInfiniteQuery({ ...pages, select: rowsOf, ...FRESH });
}

type RowProps = { problem: ProblemRowView; to: string; hasShop: boolean };

function ProblemRow({ problem, to, hasShop }: RowProps) {
  const t = useText();
  const nameOf = useProductName();
  const { moment } = useTimeText();
  const { number, order, shop, customer_name, kinds, items, is_waiting, reported_at } = problem;
  return (
    <Card as="li" gap={2}>
      <Row justify="between" gap={2}>
        <h2 className={payments.name}>
          <Link to={to}>{t('problem.title', { number })}</Link>
        </h2>
        <ProblemState problem={problem} />
      </Row>
      <p>
        {kinds.map((kind) => t(`problem.kind.${kind}`)).join(', ')}: {items.map((item) => nameOf(item)).join(', ')}
      </p>
      <p className={entries.facts}>
        {hasShop ? <span>{shopName(shop)}</span> : null}
        <span>{t('history.order', { number: order.orderNumber })}</span>
        <span>{customer_name}</span>
        <time dateTime={reported_at}>{moment(reported_at)}</time>
        {is_waiting ? <strong>{t('problem.isWaiting')}</strong> : null}
        <ProblemDeadline problem={problem} />
      </p>
    </Card>
  );
}

const SHOWN = [getProblem.path];

/** One problem, as its shop sees it, or the operator, who may step in. */
export function ProblemScreen() {
  const t = useText();
  const { pathname } = useLocation();
  const { shopId, isVendor } = useSession();
  const id = pathname.split('/').at(-1) ?? '';
  const read = useCall(getProblem, { params: { id } }, FRESH);
  useRefetchOnEvents(SHOWN);
  const waiting = <Skeleton height="120vh" radius="var(--radius-card)" />;
  return (
    <Page title={t('problem.screen')} narrow>
      <Loaded read={read} failed="problem.loadFailed" missing="problem.unknown" waiting={waiting}>
        {(problem) => (
          <Stack gap={4}>
            <StaffFacts problem={problem} list={pathname.slice(0, pathname.lastIndexOf('/'))} />
            <ProblemTicket problem={problem} side={isVendor && problem.shop.id === shopId ? 'shop' : 'operator'} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

type StaffFactsProps = { problem: Pick<ProblemRowView, 'order' | 'shop' | 'customer_name'>; list: string };

/** The order and its customer, with the way back to the list. */
function StaffFacts({ problem: { order, shop, customer_name }, list }: StaffFactsProps) {
  const t = useText();
  const { shopId } = useSession();
  const number = t('history.order', { number: order.orderNumber });
  const isOwn = shop.id === shopId;
  return (
    <p className={entries.facts}>
      {isOwn ? <Link to={`/${shop.slug}/shop-orders?search=${order.id}`}>{number}</Link> : <span>{number}</span>}
      {isOwn ? null : <span>{shopName(shop)}</span>}
      <span>{customer_name}</span>
      <Link to={list}>{t('problem.all')}</Link>
    </p>
  );
}
