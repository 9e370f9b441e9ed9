import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { useDayText } from '../figures/use-day-text.ts';
import styles from './DayBook.module.css';
import { shiftDay } from './shift-day.ts';

type Props = { day: string; today: string };

/** Which day it is, and the way to the ones beside it; there is none after today. */
export function DayChoice({ day, today }: Props) {
  const t = useText();
  const dayText = useDayText();
  const isPast = day < today;
  return (
    <div className={styles.choice}>
      <Link className={buttonClass('secondary')} to={`?day=${shiftDay(day, -1)}`} replace>
        {t('dayBook.previous')}
      </Link>
      <h2 aria-live="polite">{day === today ? t('dayBook.today', { day: dayText.long(day) }) : dayText.full(day)}</h2>
      {isPast ? (
        <Link className={buttonClass('secondary')} to={linkTo(shiftDay(day, 1), today)} replace>
          {t('dayBook.next')}
        </Link>
      ) : null}
    </div>
  );
}

const linkTo = (day: string, today: string): string => (day === today ? '?' : `?day=${day}`);
