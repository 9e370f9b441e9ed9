import { getSettings } from '@haat/contract/shops/settings.calls';
import { callQuery } from '../../lib/call-query.ts';

/** A shop's settings; refetched with every visit, since another admin may have changed them. */
export const settingsQuery = (shopId: number) => callQuery(getSettings, { params: { shopId } }, { staleTime: 0 });
