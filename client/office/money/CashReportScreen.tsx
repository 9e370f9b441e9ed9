import { type CashReportView, exportCashReport, getCashReport } from '@haat/contract/money/reports.calls';
import { shiftDay } from '@haat/contract/money/report-period';
import { formatRupees } from '@haat/contract/rupees';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { pathOf } from '../../lib/api.ts';
import { useCall } from '../../lib/call-query.ts';
import backOffice from '../../ui/BackOffice.module.css';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { DefinitionList } from '../../ui/DefinitionList.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import looks from '../../ui/looks.module.css';
import print from '../../ui/print.module.css';
import { useDownload } from '../../ui/use-download.ts';
import { useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { useDayText } from '../../i18n/use-day-text.ts';
import { CashCloses } from './CashCloses.tsx';
import { isDay } from '../../lib/is-day.ts';
import styles from './CashReportScreen.module.css';

/** The money of a shop on a day, and its cash order by order. */
export function CashReportScreen() {
  const t = useText();
  const { shopId } = useGuardedShop();
  return (
    <Page title={t('cashReport.title')}>
      <CashReport key={shopId} shopId={shopId} />
    </Page>
  );
}

function CashReport({ shopId }: { shopId: number }) {
  const [params] = useSearchParams();
  const requested = params.get('day') ?? '';
  const day = isDay(requested) ? requested : undefined;
  // There is no event at midnight.
  const options = { staleTime: 0, refetchInterval: day === undefined && 60_000 };
  const read = useCall(getCashReport, { params: { shopId }, query: { day } }, options);
  return (
    <Loaded
      read={read}
      failed="cashReport.loadFailed"
      waiting={<Skeleton height="150vh" radius="var(--radius-card)" />}
    >
      {(report) => (
        <Stack gap={4} className={print.page}>
          <DayChoice day={report.day} today={report.today} />
          <div className={backOffice.beside}>
            <DaySums report={report} />
            <Stack gap={4}>
              <CashCloses key={report.day} shopId={shopId} day={report.day} />
              <CashList cash={report.cash} total={report.received.cash.orders} />
              <PayoutList payouts={report.payouts} />
            </Stack>
          </div>
          <CashReportTools shopId={shopId} day={report.day} />
        </Stack>
      )}
    </Loaded>
  );
}

type Props = { day: string; today: string };

/** The day, which can be any one until today, with links to the previous and the next one. */
function DayChoice({ day, today }: Props) {
  const t = useText();
  const dayText = useDayText();
  const go = useNavigate();
  const isPast = day < today;
  return (
    <div className={styles.choice}>
      <Link className={buttonClass('secondary')} to={`?day=${shiftDay(day, -1)}`} replace>
        {t('cashReport.previous')}
      </Link>
      <Row rowGap={1} justify="middle" className={styles.day}>
        <h2 aria-live="polite">
          {day === today ? t('cashReport.today', { day: dayText.long(day) }) : dayText.full(day)}
        </h2>
        <input
          type="date"
          className={`${styles.date} ${print.notPrinted}`}
          aria-label={t('cashReport.day')}
          max={today}
          value={day}
          onChange={({ target }) =>
            isDay(target.value) && target.value <= today && void go(linkTo(target.value, today), { replace: true })
          }
        />
      </Row>
      {isPast ? (
        <Link className={buttonClass('secondary')} to={linkTo(shiftDay(day, 1), today)} replace>
          {t('cashReport.next')}
        </Link>
      ) : null}
    </div>
  );
}

const linkTo = (day: string, today: string): string => (day === today ? '?' : `?day=${day}`);

/** The sums of ordered, received and refunded money of the day, and the cash still to be collected. */
function DaySums({ report: { ordered, received, refunded, net, to_collect } }: { report: CashReportView }) {
  const t = useText();
  // A report that was kept by an earlier version of the app has no cards.
  const part = (text: TextId, sum: OrdersSum | undefined, sign = 1) =>
    sum && sum.orders > 0
      ? [{ term: t(text), value: <Sum orders={sum.orders} amount={sign * sum.amount} />, className: styles.part }]
      : [];
  return (
    <Card className={styles.sums}>
      <DefinitionList
        layout="divided"
        items={[
          { term: t('money.ordered'), value: <Sum {...ordered} /> },
          { term: t('cashReport.received'), value: <Sum {...received} />, className: `${looks.large} ${looks.strong}` },
          ...part('cashReport.cash', received.cash),
          ...part('cashReport.upi', received.upi),
          ...part('cashReport.card', received.card),
          ...part('cashReport.online', received.online),
          ...(refunded.orders > 0
            ? [
                { term: t('money.refunded'), value: <Sum orders={refunded.orders} amount={-refunded.amount} /> },
                ...part('cashReport.refundedCash', refunded.cash, -1),
                ...part('cashReport.refundedUpi', refunded.upi, -1),
                ...part('cashReport.refundedCard', refunded.card, -1),
                ...part('cashReport.refundedOnline', refunded.online, -1),
                {
                  term: t('money.net'),
                  value: <strong>{formatRupees(net)}</strong>,
                  className: `${looks.large} ${looks.strong}`,
                },
              ]
            : []),
          { term: t('money.toCollect'), value: <Sum {...to_collect} /> },
        ]}
      />
    </Card>
  );
}

type OrdersSum = CashReportView['to_collect'];

function Sum({ orders, amount }: OrdersSum) {
  const t = useText();
  return (
    <>
      <strong>{formatRupees(amount)}</strong>
      <span className={styles.quiet}>{t('stats.orders', { count: orders })}</span>
    </>
  );
}

type Cash = CashReportView['cash'];

/** The orders paid in cash on the day: when and by whom they were delivered or sold, and the amount. `total`: their number. */
function CashList({ cash, total }: { cash: Cash; total: number }) {
  const t = useText();
  if (cash.length === 0) return <EmptyState text={t('cashReport.none')} />;
  return (
    <>
      <CashTable caption={t('cashReport.list')} when={t('cashReport.receivedAt')} orders={cash} />
      {cash.length < total ? <p className={styles.quiet}>{t('cashReport.notAll', { count: cash.length })}</p> : null}
    </>
  );
}

/** The cash that went back to customers on the day: when, and who recorded it. */
function PayoutList({ payouts }: { payouts: Cash }) {
  const t = useText();
  if (payouts.length === 0) return null;
  const orders = payouts.map((payout) => ({ ...payout, amount: -payout.amount }));
  return <CashTable caption={t('cashReport.paidOutList')} when={t('cashReport.paidOutAt')} orders={orders} />;
}

function CashTable({ caption, when, orders }: { caption: string; when: string; orders: Cash }) {
  const t = useText();
  return (
    <table className={styles.cash}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{t('cashReport.order')}</th>
          <th scope="col">{when}</th>
          <th scope="col">{t('cashReport.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((order) => (
          <CashRow key={`${order.at} ${order.id}`} order={order} />
        ))}
      </tbody>
    </table>
  );
}

type CashRowProps = { order: Cash[number] };

function CashRow({ order: { orderNumber, time, by, customer_name, channel, amount } }: CashRowProps) {
  const t = useText();
  const { momentAfter } = useTimeText();
  // In the time zone of the shop, like its days, wherever the device is.
  const inShop = `2000-01-01T${time}`;
  return (
    <tr>
      <th scope="row">
        {orderNumber}
        <span className={styles.quiet}>{channel === 'counter' ? t('money.channel.counter') : customer_name}</span>
      </th>
      <td>
        {momentAfter(inShop, inShop)}
        {by ? <span className={styles.quiet}>{by}</span> : null}
      </td>
      <td>{formatRupees(amount)}</td>
    </tr>
  );
}

type CashReportToolsProps = { shopId: number; day: string };

/** Prints the report, or downloads it for a spreadsheet. */
function CashReportTools({ shopId, day }: CashReportToolsProps) {
  const t = useText();
  const { download, isDownloading, problem } = useDownload('cashReport.saveFailed');
  const path = pathOf(exportCashReport, { params: { shopId }, query: { day } });
  return (
    <Row align="stretch" className={print.notPrinted}>
      <Button onClick={() => window.print()}>{t('cashReport.print')}</Button>
      <Button look="secondary" disabled={isDownloading} onClick={() => download(path)}>
        {t('cashReport.save')}
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </Row>
  );
}
