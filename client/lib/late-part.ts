import { createElement, useEffect, useState, type ComponentType } from 'react';
import { loadPatiently } from './load-patiently.ts';

/**
 * A part that a screen does without until its code is there: `latePart(() => import('./X.tsx'), 'X')`. What fails to arrive is
 * fetched again, and nothing waits for it. `standIn` keeps its place where something stands below it.
 */
export function latePart<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  standIn?: ComponentType,
): ComponentType<Props> {
  return function LatePart(props: Props) {
    const [part, setPart] = useState<ComponentType<Props>>();
    useEffect(() => {
      const ended = new AbortController();
      void loadPatiently(load, ended.signal).then((module) => {
        if (module && !ended.signal.aborted) setPart(() => module[name]);
      });
      return () => ended.abort();
    }, []);
    if (part) return createElement(part, props);
    return standIn ? createElement(standIn) : null;
  };
}
