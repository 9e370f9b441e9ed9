import { createElement, useEffect, useState, type ComponentType } from 'react';
import { loadWithRetry } from './async.ts';

/**
 * A part that a screen does without until its code is loaded: `lazyComponent(() => import('./X.tsx'), 'X')`. A failed load is
 * retried, and nothing waits for it. `placeholder` reserves its space where content follows below.
 */
export function lazyComponent<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  placeholder?: ComponentType,
): ComponentType<Props> {
  return function LatePart(props: Props) {
    const [part, setPart] = useState<ComponentType<Props>>();
    useEffect(() => {
      const ended = new AbortController();
      void loadWithRetry(load, ended.signal).then((module) => {
        if (module && !ended.signal.aborted) setPart(() => module[name]);
      });
      return () => ended.abort();
    }, []);
    if (part) return createElement(part, props);
    return placeholder ? createElement(placeholder) : null;
  };
}
