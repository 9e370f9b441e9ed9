import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../i18n/use-text.ts';
import { CountBadge } from '../../../ui/CountBadge.tsx';
import { useRefetchOnEvents } from '../../../lib/use-refetch-on-events.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { problemCountsQuery } from './problem-queries.ts';

type Props = { of: 'shopProblems' | 'allProblems' };

/** How many reported problems wait for the shop, or of how many the deadline has passed at any shop; nothing for none. */
export function ProblemCount({ of }: Props) {
  const t = useText();
  const { shopId } = useSession();
  const query = problemCountsQuery(of === 'shopProblems' ? shopId : undefined);
  const { data } = useQuery({ ...query, enabled: of === 'allProblems' || shopId !== undefined });
  useRefetchOnEvents(query.queryKey);
  const count = (of === 'shopProblems' ? data?.unsolved : data?.overdue) ?? 0;
  return (
    <CountBadge count={count} text={t(of === 'shopProblems' ? 'problem.waiting' : 'problem.overdueCount', { count })} />
  );
}
