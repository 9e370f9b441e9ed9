import { useQuery } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { useRefetchOnEvents } from '../own-notifications/use-refetch-on-events.ts';
import { useSession } from '../session/SessionProvider.tsx';
import { problemCountsQuery } from './problem-queries.ts';
import styles from '../own-notifications/NotificationsMenuLink.module.css';

type Props = { of: 'shopProblems' | 'allProblems' };

/** How many reported problems wait for the shop, or of how many the deadline has passed at any shop; nothing for none. */
export function ProblemCount({ of }: Props) {
  const t = useText();
  const { shopId } = useSession();
  const query = problemCountsQuery(of === 'shopProblems' ? shopId : undefined);
  const { data } = useQuery({ ...query, enabled: of === 'allProblems' || shopId !== undefined });
  useRefetchOnEvents(query.queryKey);
  const count = (of === 'shopProblems' ? data?.unsolved : data?.overdue) ?? 0;
  if (count === 0) return null;
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">
        {t(of === 'shopProblems' ? 'problem.waiting' : 'problem.overdueCount', { count })}
      </span>
    </span>
  );
}
