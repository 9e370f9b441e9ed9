import type { FiguresView } from '@haat/contract/api/figures.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useText } from '../../i18n/use-text.ts';
import { useDayText } from './use-day-text.ts';

type Props = { days: FiguresView['days']; labelledBy: string };

/** What the bars show, for ears. */
export function TakingsTable({ days, labelledBy }: Props) {
  const t = useText();
  const dayText = useDayText();
  return (
    <table className="visually-hidden" aria-labelledby={labelledBy}>
      <thead>
        <tr>
          <th scope="col">{t('figures.day')}</th>
          <th scope="col">{t('figures.takings')}</th>
          <th scope="col">{t('figures.ordersColumn')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, takings, orders }) => (
          <tr key={day}>
            <th scope="row">{dayText.long(day)}</th>
            <td>{formatRupees(takings)}</td>
            <td>{orders}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
