import { getOrderProblems, type OrderProblemsView } from '@haat/contract/orders/problems.calls';
import { reportRefusal } from '@haat/contract/orders/order-problems';
import { isRefusal } from '@haat/contract/reason';
import { shopName } from '@haat/contract/shops/shop';
import { Link, useParams } from 'react-router-dom';
import { useText } from '../../../i18n/use-text.ts';
import { useCall } from '../../../lib/call-query.ts';
import { useMinute } from '../../../lib/use-minute.ts';
import { Stack } from '../../../ui/Card.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { useRefetchOnEvents } from '../../../lib/use-refetch-on-events.ts';
import { SessionOver } from '../../session/RouteGuard.tsx';
import { FRESH } from './fresh-problems.ts';
import { ProblemTicket } from './ProblemTicket.tsx';
import { ReportProblem } from './ReportProblem.tsx';

const SHOWN = [getOrderProblems.path];

/** Where a customer reports a problem with an order, and reads the answer, live. */
export function OrderProblemScreen() {
  const t = useText();
  const { id = '' } = useParams();
  const read = useCall(getOrderProblems, { params: { id } }, FRESH);
  useRefetchOnEvents(SHOWN);
  if (isRefusal(read.error)) return <SessionOver />;
  const waiting = <Skeleton height="120vh" radius="var(--radius-card)" />;
  return (
    <Page title={t('problem.screen')} narrow>
      <Loaded read={read} failed="problem.loadFailed" missing="invoice.unknown" waiting={waiting}>
        {(order) => <OrderProblems order={order} />}
      </Loaded>
    </Page>
  );
}

function OrderProblems({ order }: { order: OrderProblemsView }) {
  const t = useText();
  const now = useMinute();
  const { order_status: status, report_until, problems, shop } = order;
  const reportUntil = report_until === null ? undefined : Date.parse(report_until);
  const refusal = reportRefusal({ status, reportUntil, problems }, now.getTime());
  return (
    <Stack gap={4}>
      <p>
        {t('history.order', { number: order.order.orderNumber })} · {shopName(shop)} ·{' '}
        <Link to={`/${shop.slug}/order-history`}>{t('problem.toOrders')}</Link>
      </p>
      {problems.map((problem) => (
        <ProblemTicket key={problem.id} problem={problem} side="customer" />
      ))}
      {refusal ? null : <ReportProblem key={problems.length} order={order} />}
      {refusal && problems.length === 0 ? (
        <Notice>{t(refusal === 'not delivered' ? 'problem.notDelivered' : 'problem.tooLate')}</Notice>
      ) : null}
    </Stack>
  );
}
