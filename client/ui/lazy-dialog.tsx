import { createElement, type ComponentType, useEffect, useState } from 'react';
import { useText } from '../i18n/use-text.ts';
import { type LazyComponent, loadForTap } from '../lib/lazy.ts';
import { AlertDialog } from './Dialog.tsx';

/**
 * A dialog whose code is loaded when it is opened, or before with `preload`: `lazyDialog(() => import('./X.tsx'), 'X')`. Where it
 * cannot be loaded an alert says so, and the next tap tries again.
 */
export function lazyDialog<Name extends string, Props extends { onClose: () => void }>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => (loaded ??= (await load())[name]);
  function LateDialog(props: Props) {
    const t = useText();
    const [dialog, setDialog] = useState(() => loaded);
    const [hasFailed, setFailed] = useState(false);
    useEffect(() => {
      if (dialog) return undefined;
      let isOpen = true;
      loadForTap({ name, load: preload }).then(
        (late) => (isOpen ? setDialog(() => late) : undefined),
        () => (isOpen ? setFailed(true) : undefined),
      );
      return () => void (isOpen = false);
    }, [dialog]);
    if (dialog) return createElement(dialog, props);
    return hasFailed ? <AlertDialog text={t('error.chunk')} onClose={props.onClose} /> : null;
  }
  return Object.assign(LateDialog, { preload });
}
