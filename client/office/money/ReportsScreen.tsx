import {
  exportMoneyReport,
  exportOrders,
  getMoneyReport,
  type MoneyReportView,
} from '@haat/contract/money/money-reports.calls';
import {
  dayCount,
  MAX_REPORT_DAYS,
  REPORT_GROUPS,
  REPORT_PERIODS,
  type ReportGroup,
  type ReportPeriod,
} from '@haat/contract/money/report-period';
import { formatRupees } from '@haat/contract/rupees';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { pathOf } from '../../lib/api.ts';
import { useCall } from '../../lib/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import looks from '../../ui/looks.module.css';
import print from '../../ui/print.module.css';
import { useDownload } from '../../ui/use-download.ts';
import { useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { MoneyChart } from './MoneyChart.tsx';
import { useDayText } from '../../i18n/use-day-text.ts';
import { ReportTable } from './ReportTable.tsx';
import { Field } from '../../ui/Field.tsx';
import { isDay } from '../../lib/is-day.ts';
import styles from './ReportTable.module.css';

/** What a shop's customers ordered and paid in a period, by day, product, category, payment, person or channel. */
export function ReportsScreen() {
  const t = useText();
  const { shopId } = useGuardedShop();
  return (
    <Page title={t('report.title')}>
      <Reports key={shopId} shopId={shopId} />
    </Page>
  );
}

/** The period of a report, as in the address: a named one, or the days `from` and `to`. */
type ReportChoice = { by: ReportGroup } & ({ period: ReportPeriod } | { from: string; to: string });

/** The choice in the address; without one, and for one that is not valid, the last seven days by day. */
function readReportChoice(params: URLSearchParams): ReportChoice {
  const by = REPORT_GROUPS.find((group) => group === params.get('by')) ?? 'day';
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? ''];
  if (areDays({ from, to })) return { by, from, to };
  return { by, period: REPORT_PERIODS.find((period) => period === params.get('period')) ?? '7days' };
}

/** Whether a report can be of these days. */
const areDays = ({ from, to }: { from: string; to: string }): boolean =>
  isDay(from) && isDay(to) && from <= to && dayCount({ from, to }) <= MAX_REPORT_DAYS;

function Reports({ shopId }: { shopId: number }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const choice = readReportChoice(params);
  // The report before stays until the next one has come.
  const options = { staleTime: 0, placeholderData: keepPreviousData };
  const input = { params: { shopId }, query: choice };
  const { data: report, error, isPlaceholderData, refetch } = useCall(getMoneyReport, input, options);
  const choose = (next: ReportChoice) => setParams(next, { replace: true });
  return (
    <Stack gap={4} className={`${styles.report} ${print.page}`}>
      <PeriodChoice choice={choice} shown={report} onChoose={choose} />
      {error && !report ? <LoadFailure text={t('report.loadFailed')} onRetry={() => void refetch()} /> : null}
      {!report && !error ? <Skeleton height="150vh" radius="var(--radius-card)" /> : null}
      {report ? (
        <Stack gap={4} aria-busy={isPlaceholderData}>
          <ReportDays report={report} />
          <ReportSums report={report} />
          {report.days.length > 1 ? <MoneyChart days={report.days} title={t('report.byDay')} /> : null}
          <FilterChips
            label={t('report.groupBy')}
            isStrip
            chips={REPORT_GROUPS.map((group) => ({ value: group, label: t(`report.by.${group}`) }))}
            chosen={choice.by}
            onChoose={(by) => choose({ ...choice, by })}
          />
          <ReportTable report={report} />
          <ReportTools shopId={shopId} choice={choice} />
        </Stack>
      ) : null}
    </Stack>
  );
}

type PeriodChoiceProps = {
  choice: ReportChoice;
  /** The report on the screen, whose days the fields begin with. */
  shown: MoneyReportView | undefined;
  onChoose: (choice: ReportChoice) => void;
};

/** A named period, or any two days. */
function PeriodChoice({ choice, shown, onChoose }: PeriodChoiceProps) {
  const t = useText();
  const [isOwn, setOwn] = useState(!('period' in choice));
  const choosePeriod = (period: ReportPeriod | 'own') => {
    setOwn(period === 'own');
    if (period !== 'own') onChoose({ by: choice.by, period });
  };
  const chips = [...REPORT_PERIODS, 'own' as const].map((value) => ({ value, label: t(`report.period.${value}`) }));
  return (
    <Stack className={print.notPrinted}>
      <FilterChips
        label={t('report.period')}
        isStrip
        chips={chips}
        chosen={isOwn || !('period' in choice) ? 'own' : choice.period}
        onChoose={choosePeriod}
      />
      {isOwn ? (
        <OwnDays
          key={shown === undefined ? 'none' : 'some'}
          first={'from' in choice ? choice : { from: shown?.from ?? '', to: shown?.to ?? '' }}
          onChoose={(days) => onChoose({ by: choice.by, ...days })}
        />
      ) : null}
    </Stack>
  );
}

type Days = { from: string; to: string };

function OwnDays({ first, onChoose }: { first: Days; onChoose: (days: Days) => void }) {
  const t = useText();
  const [days, setDays] = useState<Days>({ from: first.from, to: first.to });
  const [isRefused, setRefused] = useState(false);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setRefused(!areDays(days));
    if (areDays(days)) onChoose(days);
  };
  const set = (part: Partial<Days>) => {
    setDays({ ...days, ...part });
    setRefused(false);
  };
  return (
    <form className={styles.own} noValidate onSubmit={send}>
      <Field
        label={t('report.from')}
        type="date"
        value={days.from}
        onChange={(event) => set({ from: event.target.value })}
      />
      <Field
        label={t('report.to')}
        type="date"
        value={days.to}
        problem={isRefused ? t('report.wrongDays', { count: MAX_REPORT_DAYS }) : undefined}
        onChange={(event) => set({ to: event.target.value })}
      />
      <Button type="submit" look="secondary">
        {t('report.show')}
      </Button>
    </form>
  );
}

type Props = { report: MoneyReportView };

/** The days that the report is of, which a named period does not say. */
function ReportDays({ report: { from, to } }: Props) {
  const dayText = useDayText();
  return (
    <h2 className={`${looks.large} ${looks.anywhere}`} aria-live="polite">
      {from === to ? dayText.full(from) : `${dayText.full(from)} – ${dayText.full(to)}`}
    </h2>
  );
}

/** The sums of all days. The amount to collect is the current one, whatever the period. */
function ReportSums({ report: { total, to_collect } }: Props) {
  const t = useText();
  const sums = [
    { label: t('money.ordered'), amount: total.ordered, more: t('stats.orders', { count: total.orders }) },
    { label: t('money.received'), amount: total.received },
    { label: t('money.refunded'), amount: total.refunded },
    { label: t('money.toCollect'), amount: to_collect.amount, more: t('report.now') },
  ];
  return (
    <Row as="ul" align="stretch" className={styles.sums}>
      {sums.map(({ label, amount, more }) => (
        <li key={label}>
          <span className={looks.hint}>{label}</span>
          <strong>{formatRupees(amount)}</strong>
          {more ? <span className={looks.hint}>{more}</span> : null}
        </li>
      ))}
    </Row>
  );
}

type ReportToolsProps = { shopId: number; choice: ReportChoice };

/** The report and the orders of its days as files, and on paper. */
function ReportTools({ shopId, choice }: ReportToolsProps) {
  const t = useText();
  const { download, isDownloading, problem } = useDownload('report.saveFailed');
  const days = 'period' in choice ? { period: choice.period } : { from: choice.from, to: choice.to };
  return (
    <Row align="stretch" className={print.notPrinted}>
      <Button
        disabled={isDownloading}
        onClick={() => download(pathOf(exportMoneyReport, { params: { shopId }, query: choice }))}
      >
        {t('cashReport.save')}
      </Button>
      <Button
        look="secondary"
        disabled={isDownloading}
        onClick={() => download(pathOf(exportOrders, { params: { shopId }, query: days }))}
      >
        {t('report.saveOrders')}
      </Button>
      <Button look="secondary" onClick={() => window.print()}>
        {t('cashReport.print')}
      </Button>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </Row>
  );
}
