import type { SettingsView } from '@haat/contract/api/settings.schema';
import { queryOptions } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';

export const SETTINGS = { id: 0, slug: '', minordervalue: 0, reach_km: 0, paused: true, updated: '' } as const;

/** A shop's settings; read anew with every visit, as somebody else may have changed them. */
export const settingsQuery = (shopId: number) =>
  queryOptions({
    queryKey: DESK_QUERY_KEYS.settings(shopId),
    queryFn: ({ signal }) => callApi<SettingsView>(`/api/shops/${shopId}/settings`, { signal, like: SETTINGS }),
    staleTime: 0,
  });
