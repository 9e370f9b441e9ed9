import { createElement, useEffect, useState, type ComponentType, type FunctionComponent } from 'react';
import { loadWithRetry, whenIdle } from './async.ts';

/** `preload`: loads it before it is shown; rejects when that fails. */
export type LazyComponent<Props extends object> = FunctionComponent<Props> & { preload: () => Promise<unknown> };

/**
 * A part that a screen does without until its code is loaded: `lazyComponent(() => import('./X.tsx'), 'X')`. It is loaded once
 * the rest of the screen is shown. A failed load is retried, and nothing waits for it. `placeholder` reserves its space if
 * content follows below.
 */
export function lazyComponent<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  placeholder?: ComponentType,
): LazyComponent<Props> {
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => (loaded ??= (await load())[name]);
  function LatePart(props: Props) {
    const [part, setPart] = useState(() => loaded);
    useEffect(() => {
      if (part) return undefined;
      const ended = new AbortController();
      const cancel = whenIdle(() => {
        void loadWithRetry(preload, ended.signal).then((late) => {
          if (late && !ended.signal.aborted) setPart(() => late);
        });
      });
      return () => {
        cancel();
        ended.abort();
      };
    }, [part]);
    if (part) return createElement(part, props);
    return placeholder ? createElement(placeholder) : null;
  }
  return Object.assign(LatePart, { preload });
}
