import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { ConfirmDialog } from './Dialog.tsx';

type Props = { isDirty: boolean; onLeave: () => void };

/**
 * Asks before unsaved input is lost by a link, by Back or by another address. `onLeave` discards it. When the whole page
 * is closed, the browser asks in its own words.
 */
export function UnsavedGuard({ isDirty, onLeave }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const [goOn, setGoOn] = useState<() => void>();
  const ask = useCallback((next: () => void) => setGoOn(() => next), []);
  useBack(isDirty && goOn === undefined, () => ask(() => void navigate(-1)));
  useLinks(isDirty, ask);

  if (goOn === undefined) return null;
  const leave = () => {
    setGoOn(undefined);
    onLeave();
    // Once the guard no longer blocks links.
    setTimeout(goOn);
  };
  return (
    <ConfirmDialog
      text={t('backOffice.unsaved')}
      confirm={t('backOffice.leave')}
      onClose={() => setGoOn(undefined)}
      onConfirm={leave}
    />
  );
}

function useLinks(isDirty: boolean, ask: (next: () => void) => void): void {
  useEffect(() => {
    if (!isDirty) return undefined;
    const onClick = (event: MouseEvent) => {
      const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]:not([target])');
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlain) return;
      event.preventDefault();
      event.stopPropagation();
      ask(() => link.click());
    };
    const askBeforeUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Before the router receives the click.
    document.addEventListener('click', onClick, true);
    window.addEventListener('beforeunload', askBeforeUnload);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('beforeunload', askBeforeUnload);
    };
  }, [isDirty, ask]);
}

/** Adds a history entry with the page's own address, so that Back removes it and asks instead of leaving the page. */
function useBack(isEnabled: boolean, onBack: () => void): void {
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  });
  useEffect(() => {
    if (!isEnabled) return undefined;
    // Later, because an effect that is run twice in development would go back from its own second entry.
    const entering = setTimeout(() => history.pushState({ ...history.state, hasUnsaved: true }, ''));
    // Also fires when a popup over the page removes its own entry: then ours is still there.
    const onPop = () => {
      if (!isOnEntry()) back.current();
    };
    window.addEventListener('popstate', onPop);
    return () => {
      clearTimeout(entering);
      window.removeEventListener('popstate', onPop);
      if (isOnEntry()) history.back();
    };
  }, [isEnabled]);
}

const isOnEntry = (): boolean => (history.state as { hasUnsaved?: boolean } | null)?.hasUnsaved === true;
