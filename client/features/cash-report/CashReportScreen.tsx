import { exportCashReport, type CashReportView } from '@haat/contract/api/reports';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { pathOf } from '../../lib/api.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { DefinitionList } from '../../ui/DefinitionList.tsx';
import { EmptyState, LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { downloadFile } from '../import/download-file.ts';
import { useGuardedShop } from '../session/RouteGuard.tsx';
import { useDayText } from '../stats/use-day-text.ts';
import { cashReportQuery, isDay, shiftDay } from './cash-report-query.ts';
import styles from './CashReportScreen.module.css';

/** The cash that a shop collected on a day. */
export function CashReportScreen() {
  const t = useText();
  const { shopId } = useGuardedShop();
  return (
    <Page title={t('cashReport.title')} narrow>
      <CashReport key={shopId} shopId={shopId} />
    </Page>
  );
}

function CashReport({ shopId }: { shopId: number }) {
  const t = useText();
  const [params] = useSearchParams();
  const requested = params.get('day') ?? '';
  const day = isDay(requested) ? requested : undefined;
  const { data: report, error, refetch } = useQuery(cashReportQuery(shopId, day));
  if (error && !report) return <LoadFailure text={t('cashReport.loadFailed')} onRetry={() => void refetch()} />;
  if (!report) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  return (
    <Stack gap={4} className={styles.book}>
      <DayChoice day={report.day} today={report.today} />
      <DaySums report={report} />
      <CashList cash={report.cash} />
      <PayoutList payouts={report.paid_out.list} />
      <CashReportTools shopId={shopId} day={report.day} />
    </Stack>
  );
}

type Props = { day: string; today: string };

/** The day, with links to the previous and the next one; none after today. */
function DayChoice({ day, today }: Props) {
  const t = useText();
  const dayText = useDayText();
  const isPast = day < today;
  return (
    <div className={styles.choice}>
      <Link className={buttonClass('secondary')} to={`?day=${shiftDay(day, -1)}`} replace>
        {t('cashReport.previous')}
      </Link>
      <h2 aria-live="polite">
        {day === today ? t('cashReport.today', { day: dayText.long(day) }) : dayText.full(day)}
      </h2>
      {isPast ? (
        <Link className={buttonClass('secondary')} to={linkTo(shiftDay(day, 1), today)} replace>
          {t('cashReport.next')}
        </Link>
      ) : null}
    </div>
  );
}

const linkTo = (day: string, today: string): string => (day === today ? '?' : `?day=${day}`);

/** The day's revenue, in cash and online, less what was paid out; and the cash that is still to be collected. */
function DaySums({ report: { cash, online, paid_out, total, due } }: { report: CashReportView }) {
  const t = useText();
  const ordersInAll = cash.orders + online.orders;
  return (
    <Card className={styles.sums}>
      <DefinitionList
        layout="divided"
        items={[
          { term: t('cashReport.cash'), value: <Sum {...cash} /> },
          { term: t('cashReport.online'), value: <Sum {...online} /> },
          ...(paid_out.orders > 0
            ? [{ term: t('cashReport.paidOut'), value: <Sum orders={paid_out.orders} amount={-paid_out.amount} /> }]
            : []),
          { term: t('cashReport.total'), value: <Sum orders={ordersInAll} amount={total} />, className: styles.total },
          { term: t('cashReport.due'), value: <Sum {...due} /> },
        ]}
      />
    </Card>
  );
}

function Sum({ orders, amount }: CashReportView['due']) {
  const t = useText();
  return (
    <>
      <strong>{formatRupees(amount)}</strong>
      <span className={styles.quiet}>{t('stats.orders', { count: orders })}</span>
    </>
  );
}

type Cash = CashReportView['cash'];

/** The orders paid in cash on the day: when and by whom they were delivered, and the amount. */
function CashList({ cash }: { cash: Cash }) {
  const t = useText();
  if (cash.list.length === 0) return <EmptyState text={t('cashReport.none')} />;
  return (
    <>
      <table className={styles.cash}>
        <caption>{t('cashReport.list')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('cashReport.order')}</th>
            <th scope="col">{t('cashReport.delivered')}</th>
            <th scope="col">{t('cashReport.amount')}</th>
          </tr>
        </thead>
        <tbody>
          {cash.list.map((order) => (
            <CashRow key={order.id} order={order} />
          ))}
        </tbody>
      </table>
      {cash.list.length < cash.orders ? (
        <p className={styles.quiet}>{t('cashReport.notAll', { count: cash.list.length })}</p>
      ) : null}
    </>
  );
}

type CashRowProps = { order: Pick<Cash['list'][number], 'orderNumber' | 'time' | 'by' | 'customer_name' | 'amount'> };

function CashRow({ order: { orderNumber, time, by, customer_name, amount } }: CashRowProps) {
  return (
    <tr>
      <th scope="row">
        {orderNumber}
        <span className={styles.quiet}>{customer_name}</span>
      </th>
      <td>
        {time}
        {by ? <span className={styles.quiet}>{by}</span> : null}
      </td>
      <td>{formatRupees(amount)}</td>
    </tr>
  );
}

/** The cash that went back to customers on the day: when, and who recorded it. */
function PayoutList({ payouts }: { payouts: CashReportView['paid_out']['list'] }) {
  const t = useText();
  if (payouts.length === 0) return null;
  return (
    <table className={styles.cash}>
      <caption>{t('cashReport.paidOutList')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('cashReport.order')}</th>
          <th scope="col">{t('cashReport.paidOutAt')}</th>
          <th scope="col">{t('cashReport.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {payouts.map((payout) => (
          <CashRow key={`${payout.paid_at} ${payout.id}`} order={{ ...payout, amount: -payout.amount }} />
        ))}
      </tbody>
    </table>
  );
}

type CashReportToolsProps = { shopId: number; day: string };

/** Prints the report, or downloads it for a spreadsheet. */
function CashReportTools({ shopId, day }: CashReportToolsProps) {
  const t = useText();
  const textOf = useRefusalText('cashReport.saveFailed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => downloadFile(pathOf(exportCashReport, { params: { shopId }, query: { day } })),
  });
  const problem = textOf(error);
  return (
    <Row align="stretch" className={styles.tools}>
      <Button onClick={() => window.print()}>{t('cashReport.print')}</Button>
      <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
        {t('cashReport.save')}
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </Row>
  );
}
