import { countAllProblems, countShopProblems } from '@haat/contract/orders/problems.calls';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../i18n/use-text.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { CountBadge } from '../../../ui/CountBadge.tsx';
import { useRefetchOnEvents } from '../../../lib/use-refetch-on-events.ts';
import { useSession } from '../../session/SessionProvider.tsx';
import { FRESH } from './fresh-problems.ts';

const COUNTS = [countShopProblems.path, countAllProblems.path];

type Props = { of: 'shopProblems' | 'allProblems' };

/** How many reported problems wait for the shop, or of how many the deadline has passed at any shop; nothing for none. */
export function ProblemCount({ of }: Props) {
  const t = useText();
  const { shopId = 0 } = useSession();
  const isOfShop = of === 'shopProblems';
  const counts = isOfShop ? callQuery(countShopProblems, { params: { shopId } }) : callQuery(countAllProblems);
  const { data } = useQuery({ ...counts, ...FRESH, enabled: !isOfShop || shopId > 0 });
  useRefetchOnEvents(COUNTS);
  const count = (isOfShop ? data?.unsolved : data?.overdue) ?? 0;
  return <CountBadge count={count} text={t(isOfShop ? 'problem.waiting' : 'problem.overdueCount', { count })} />;
}
