import { exportMoneyReport, exportOrders, type MoneyReportView } from '@haat/contract/money/money-reports.calls';
import { REPORT_GROUPS } from '@haat/contract/money/report-period';
import { formatRupees } from '@haat/contract/rupees';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { pathOf } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { downloadFile } from '../../lib/download-file.ts';
import { useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { MoneyChart } from './MoneyChart.tsx';
import { useDayText } from '../../i18n/use-day-text.ts';
import { PeriodChoice } from './PeriodChoice.tsx';
import { readReportChoice, type ReportChoice, reportQuery } from './report-query.ts';
import { ReportTable } from './ReportTable.tsx';
import styles from './ReportsScreen.module.css';

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

function Reports({ shopId }: { shopId: number }) {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const choice = readReportChoice(params);
  const { data: report, error, isPlaceholderData, refetch } = useQuery(reportQuery(shopId, choice));
  const choose = (next: ReportChoice) => setParams(next, { replace: true });
  return (
    <Stack gap={4} className={styles.report}>
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

type Props = { report: MoneyReportView };

/** The days that the report is of, which a named period does not say. */
function ReportDays({ report: { from, to } }: Props) {
  const dayText = useDayText();
  return (
    <h2 className={styles.days} aria-live="polite">
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
    <ul className={styles.sums}>
      {sums.map(({ label, amount, more }) => (
        <li key={label}>
          <span className={styles.quiet}>{label}</span>
          <strong>{formatRupees(amount)}</strong>
          {more ? <span className={styles.quiet}>{more}</span> : null}
        </li>
      ))}
    </ul>
  );
}

type ReportToolsProps = { shopId: number; choice: ReportChoice };

/** The report and the orders of its days as files, and on paper. */
function ReportTools({ shopId, choice }: ReportToolsProps) {
  const t = useText();
  const textOf = useRefusalText('report.saveFailed');
  const { mutate, isPending, error } = useMutation({ mutationFn: downloadFile });
  const problem = textOf(error);
  const days = 'period' in choice ? { period: choice.period } : { from: choice.from, to: choice.to };
  return (
    <Row align="stretch" className={styles.tools}>
      <Button
        disabled={isPending}
        onClick={() => mutate(pathOf(exportMoneyReport, { params: { shopId }, query: choice }))}
      >
        {t('cashReport.save')}
      </Button>
      <Button
        look="secondary"
        disabled={isPending}
        onClick={() => mutate(pathOf(exportOrders, { params: { shopId }, query: days }))}
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
