import { pauseShop, type PauseRequest, type SettingsView } from '@haat/contract/shops/settings.calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { showToast } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';

/** Pauses and resumes the orders of a shop; customers see it within a second. */
export function usePause({ id, slug }: Pick<SettingsView, 'id' | 'slug'>) {
  const queries = useQueryClient();
  const textOf = useRefusalText('settings.saveFailed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (body: PauseRequest) => call(pauseShop, { params: { shopId: id }, body }),
    onSuccess: ({ paused, paused_until }) => {
      const change = { paused, paused_until, not_responding: false };
      queries.setQueryData<SettingsView>(
        BACK_OFFICE_QUERY_KEYS.settings(id),
        (known) => known && { ...known, ...change },
      );
      void queries.invalidateQueries({ queryKey: QUERY_KEYS.shop(slug) });
      showToast({ tone: 'success', key: paused ? 'settings.nowPaused' : 'settings.nowOpen' });
    },
  });
  return { pause: mutate, isSaving: isPending, problem: textOf(error) };
}
