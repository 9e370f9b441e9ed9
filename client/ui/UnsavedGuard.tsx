import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

type Props = { isDirty: boolean; onLeave: () => void };

/**
 * Asks before what was typed is lost: to another page of ours, to Back, to another address. `onLeave` lets go of it. Where
 * the whole page ends, the browser asks in its own words.
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
    // Once nothing is held back any more.
    setTimeout(goOn);
  };
  return (
    <ConfirmDialog
      text={t('desk.unsaved')}
      confirm={t('desk.leave')}
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
    const hold = (event: BeforeUnloadEvent) => event.preventDefault();
    // Before the router hears of the click.
    document.addEventListener('click', onClick, true);
    window.addEventListener('beforeunload', hold);
    return () => {
      document.removeEventListener('click', onClick, true);
      window.removeEventListener('beforeunload', hold);
    };
  }, [isDirty, ask]);
}

/** Back takes an entry of the history away that has the page's own address, and asks, instead of leaving the page. */
function useBack(isWanted: boolean, onBack: () => void): void {
  const back = useRef(onBack);
  useEffect(() => {
    back.current = onBack;
  });
  useEffect(() => {
    if (!isWanted) return undefined;
    // Later, because an effect that is run twice in development would go back from its own second entry.
    const entering = setTimeout(() => history.pushState({ ...history.state, hasUnsaved: true }, ''));
    // Also heard when a popup over the page takes its own entry away: then ours is still there.
    const onPop = () => {
      if (!isHeld()) back.current();
    };
    window.addEventListener('popstate', onPop);
    return () => {
      clearTimeout(entering);
      window.removeEventListener('popstate', onPop);
      if (isHeld()) history.back();
    };
  }, [isWanted]);
}

const isHeld = (): boolean => (history.state as { hasUnsaved?: boolean } | null)?.hasUnsaved === true;
