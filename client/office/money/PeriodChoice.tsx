import type { MoneyReportView } from '@haat/contract/money/money-reports.calls';
import { MAX_REPORT_DAYS, REPORT_PERIODS, type ReportPeriod } from '@haat/contract/money/report-period';
import { type FormEvent, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { areDays, type ReportChoice } from './report-query.ts';
import styles from './ReportsScreen.module.css';

type Props = {
  choice: ReportChoice;
  /** The report on the screen, whose days the fields begin with. */
  shown: MoneyReportView | undefined;
  onChoose: (choice: ReportChoice) => void;
};

/** A named period, or any two days. */
export function PeriodChoice({ choice, shown, onChoose }: Props) {
  const t = useText();
  const [isOwn, setOwn] = useState(!('period' in choice));
  const choosePeriod = (period: ReportPeriod | 'own') => {
    setOwn(period === 'own');
    if (period !== 'own') onChoose({ by: choice.by, period });
  };
  const chips = [...REPORT_PERIODS, 'own' as const].map((value) => ({ value, label: t(`report.period.${value}`) }));
  return (
    <Stack className={styles.choice}>
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
