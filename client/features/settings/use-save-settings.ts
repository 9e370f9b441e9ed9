import type { SettingsFields, SettingsView } from '@haat/contract/api/settings.schema';
import { reasonOf } from '@haat/contract/rules/reason';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { showToast } from '../../lib/toasts.ts';
import { useRefusalText } from '../../ui/use-refusal-text.ts';
import { SETTINGS } from './settings-query.ts';

const OWN_TEXTS = { edit_conflict: 'settings.conflict' } as const;

type Options = { onSaved: (settings: SettingsView) => void };

/** Saves the settings, and has the header and the shelf show them. `isStale`: somebody else has saved meanwhile. */
export function useSaveSettings({ id, slug }: Pick<SettingsView, 'id' | 'slug'>, { onSaved }: Options) {
  const queries = useQueryClient();
  const textOf = useRefusalText('settings.saveFailed', OWN_TEXTS);
  const { mutate, error, isPending } = useMutation({
    mutationFn: (body: SettingsFields) =>
      callApi<SettingsView>(`/api/shops/${id}/settings`, { method: 'PUT', body, like: SETTINGS }),
    onSuccess: (settings) => {
      queries.setQueryData(DESK_QUERY_KEYS.settings(id), settings);
      void queries.invalidateQueries({ queryKey: QUERY_KEYS.shop(slug) });
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
