import { useEffect } from 'react';
import type { Toast } from '@haat/machines/problem';
import { showToast } from './toasts.tsx';

type EmitsToasts = { on(type: 'toast', listener: (toast: Toast) => void): { unsubscribe(): void } };

/** Shows the toasts that a screen's machine emits. */
export function useMachineToasts(actor: EmitsToasts): void {
  useEffect(() => {
    const subscription = actor.on('toast', showToast);
    return () => subscription.unsubscribe();
  }, [actor]);
}
