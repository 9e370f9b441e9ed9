import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { OnDesk } from '../desk/OnDesk.tsx';
import { CashList } from './CashList.tsx';
import styles from './DayBook.module.css';
import { DayBookTools } from './DayBookTools.tsx';
import { DayChoice } from './DayChoice.tsx';
import { DaySums } from './DaySums.tsx';
import { dayBookQuery } from './day-book-query.ts';
import { isDay } from './shift-day.ts';

/** What the till of a shop must hold, day by day, for its people. */
export function DayBookScreen() {
  const t = useText();
  return (
    <OnDesk title={t('dayBook.title')} segment="admin/day-book">
      {({ shopId }) => <DayBook key={shopId} shopId={shopId} />}
    </OnDesk>
  );
}

function DayBook({ shopId }: { shopId: number }) {
  const t = useText();
  const [params] = useSearchParams();
  const asked = params.get('day') ?? '';
  const day = isDay(asked) ? asked : undefined;
  const { data: book, error, refetch } = useQuery(dayBookQuery(shopId, day));
  if (error && !book) return <LoadFailure text={t('dayBook.loadFailed')} onRetry={() => void refetch()} />;
  if (!book) return <Skeleton height="150vh" radius="var(--radius-card)" />;
  return (
    <div className={styles.book}>
      <DayChoice day={book.day} today={book.today} />
      <DaySums book={book} />
      <CashList cash={book.cash} />
      <DayBookTools shopId={shopId} day={book.day} />
    </div>
  );
}
