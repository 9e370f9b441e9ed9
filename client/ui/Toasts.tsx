import { lazy, Suspense, useSyncExternalStore } from 'react';
import { areToastsWanted, onToastsWanted } from '../lib/toasts.ts';

const ToastStack = lazy(() => import('./ToastStack.tsx').then((module) => ({ default: module.ToastStack })));

/** Where toasts appear; costs nothing until the first one. */
export function Toasts() {
  const wanted = useSyncExternalStore(onToastsWanted, areToastsWanted);
  return wanted ? (
    <Suspense>
      <ToastStack />
    </Suspense>
  ) : null;
}
