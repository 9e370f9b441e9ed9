import { getSettings, saveSettings, type SettingsFields, type SettingsView } from '@haat/contract/shops/settings.calls';
import { reasonOf } from '@haat/contract/reason';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';

/** A shop's settings; refetched with every visit, since another admin may have changed them. */
export const settingsQuery = (shopId: number) =>
  queryOptions({
    queryKey: BACK_OFFICE_QUERY_KEYS.settings(shopId),
    queryFn: ({ signal }) => call(getSettings, { params: { shopId }, signal }),
    staleTime: 0,
  });

const OWN_TEXTS = { edit_conflict: 'settings.conflict' } as const;

type Options = { onSaved: (settings: SettingsView) => void };

/** Saves the settings and refetches the shop's header. `isStale`: they were changed meanwhile. */
export function useSaveSettings({ id, slug }: Pick<SettingsView, 'id' | 'slug'>, { onSaved }: Options) {
  const queries = useQueryClient();
  const textOf = useRefusalText('settings.saveFailed', OWN_TEXTS);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: SettingsFields) => call(saveSettings, { params: { shopId: id }, body }),
    onSuccess: (settings) => {
      queries.setQueryData(BACK_OFFICE_QUERY_KEYS.settings(id), settings);
      void queries.invalidateQueries({ queryKey: QUERY_KEYS.shop(slug) });
      void queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.receiptShop(id) });
      void queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.setup(id) });
      showToast({ tone: 'success', key: 'settings.saved' });
      onSaved(settings);
    },
  });
  return {
    save: mutate,
    isSaving: isPending,
    problem: textOf(error),
    isStale: reasonOf(error).code === 'edit_conflict',
  };
}
