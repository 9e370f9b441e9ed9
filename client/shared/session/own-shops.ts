import { listOwnShops } from '@haat/contract/accounts/auth.calls';
import { useCall } from '../../lib/call-query.ts';
import { useSession } from './SessionProvider.tsx';

const REREAD_MS = 5 * 60_000;

/** The shops whose member this user is. */
export function useOwnShops() {
  const { userId } = useSession();
  return useCall(listOwnShops, {}, { owner: userId, enabled: userId !== undefined, staleTime: REREAD_MS });
}
