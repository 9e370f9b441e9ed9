import { getSetup } from '@haat/contract/shops/setup.calls';
import { useCall } from '../../lib/call-query.ts';

/** The first steps of the shop. Read again with every visit: settings, products and orders determine which steps are done. */
export const useSetup = (shopId: number | undefined) =>
  useCall(getSetup, { params: { shopId: shopId ?? 0 } }, { enabled: shopId !== undefined, staleTime: 0 });
