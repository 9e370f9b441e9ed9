import { useText } from '../../i18n/use-text.ts';
import { Field } from '../../ui/Field.tsx';

type Days = { from: string; to: string };
type Props = {
  days: Days;
  /** Labels of the two days, if they are not the days of the listed rows. */
  labels?: Days;
  onChoose: (days: Partial<Days>) => void;
};

/** The first and the last day of a list; each may be open. */
export function DayRange({ days: { from, to }, labels, onChoose }: Props) {
  const t = useText();
  const isWrong = from !== '' && to !== '' && from > to;
  return (
    <>
      <Field
        label={labels?.from ?? t('report.from')}
        type="date"
        max={to || undefined}
        value={from}
        onChange={({ target }) => onChoose({ from: target.value })}
      />
      <Field
        label={labels?.to ?? t('report.to')}
        type="date"
        min={from || undefined}
        value={to}
        problem={isWrong ? t('operatorList.wrongDays') : undefined}
        onChange={({ target }) => onChoose({ to: target.value })}
      />
    </>
  );
}
