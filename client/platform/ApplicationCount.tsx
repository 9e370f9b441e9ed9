import { listApplications } from '@haat/contract/platform/shop-applications.calls';
import { useQuery } from '@tanstack/react-query';
import { useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../lib/back-office-query-keys.ts';
import { CountBadge } from '../ui/CountBadge.tsx';

const EVERY_MS = 60_000;

/** How many applications for a shop wait for the operator; nothing for none. */
export function ApplicationCount() {
  const t = useText();
  const { data: count = 0 } = useQuery({
    // Refetched with the list, when one was decided.
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorApplications, 'waiting'],
    queryFn: async ({ signal }) =>
      (await call(listApplications, { query: { state: 'submitted', limit: 1 }, signal })).counts.submitted,
    refetchInterval: EVERY_MS,
  });
  return <CountBadge count={count} text={t('applications.waiting', { count })} />;
}
