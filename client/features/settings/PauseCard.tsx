import type { PauseView, SettingsView } from '@haat/contract/api/settings.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRefusalText } from '../../ui/use-refusal-text.ts';
import desk from '../desk/Desk.module.css';
import styles from './PauseCard.module.css';

/** Stops orders for now, in one tap, or takes them again; everybody who looks at the shop sees it within a second. */
export function PauseCard({ settings: { id, slug, paused } }: { settings: SettingsView }) {
  const t = useText();
  const { pause, isSaving, problem } = usePause({ id, slug });
  return (
    <section className={desk.card} aria-label={t('settings.pauseTitle')}>
      <div className={desk.spread}>
        <div>
          <h2>
            <span className={`${styles.light} ${paused ? styles.paused : styles.open}`} aria-hidden="true" />
            {t(paused ? 'settings.isPaused' : 'settings.takesOrders')}
          </h2>
          <p className={desk.muted}>{t(paused ? 'settings.pausedHint' : 'settings.pauseHint')}</p>
        </div>
        <Button look={paused ? 'primary' : 'secondary'} disabled={isSaving} onClick={() => pause(!paused)}>
          {t(paused ? 'settings.resume' : 'settings.pause')}
        </Button>
      </div>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </section>
  );
}

function usePause({ id, slug }: Pick<SettingsView, 'id' | 'slug'>) {
  const queries = useQueryClient();
  const textOf = useRefusalText('settings.saveFailed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: (paused: boolean) =>
      callApi<PauseView>(`/api/shops/${id}/pause`, { method: 'PUT', body: { paused }, like: { paused: true } }),
    onSuccess: ({ paused }) => {
      queries.setQueryData<SettingsView>(DESK_QUERY_KEYS.settings(id), (known) => known && { ...known, paused });
      void queries.invalidateQueries({ queryKey: QUERY_KEYS.shop(slug) });
      showToast({ tone: 'success', key: paused ? 'settings.nowPaused' : 'settings.nowOpen' });
    },
  });
  return { pause: mutate, isSaving: isPending, problem: textOf(error) };
}
