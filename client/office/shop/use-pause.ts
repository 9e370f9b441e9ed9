import { pauseShop, type PauseRequest, type SettingsView } from '@haat/contract/shops/settings.calls';
import { showToast } from '../../ui/toasts.tsx';
import { useChange } from '../../ui/use-change.ts';

/** Pauses and resumes the orders of a shop; customers see it within a second. */
export function usePause({ id }: Pick<SettingsView, 'id'>, onDone?: () => void) {
  const { send, isSending, refusal } = useChange(pauseShop, {
    failed: 'settings.saveFailed',
    onDone: ({ paused }) => {
      showToast({ tone: 'success', key: paused ? 'settings.nowPaused' : 'settings.nowOpen' });
      onDone?.();
    },
  });
  const pause = (body: PauseRequest) => send({ params: { shopId: id }, body });
  return { pause, isSaving: isSending, problem: refusal };
}
