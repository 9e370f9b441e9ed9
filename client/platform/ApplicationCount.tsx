import { listApplications } from '@haat/contract/platform/shop-applications.calls';
import { useText } from '../i18n/use-text.ts';
import { useCall } from '../lib/call-query.ts';
import { CountBadge } from '../ui/CountBadge.tsx';

const EVERY_MS = 60_000;

/** How many applications for a shop wait for the operator; nothing for none. */
export function ApplicationCount() {
  const t = useText();
  const query = { state: 'submitted', limit: 1 } as const;
  const { data } = useCall(listApplications, { query }, { refetchInterval: EVERY_MS });
  const count = data?.counts.submitted ?? 0;
  return <CountBadge count={count} text={t('applications.waiting', { count })} />;
}
