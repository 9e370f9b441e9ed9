import { createElement, useEffect, useState, type ComponentType, type FunctionComponent } from 'react';
import { loadWithRetry, whenIdle } from './async.ts';

/** `preload`: loads it before it is shown; rejects when that fails. */
export type LazyComponent<Props extends object> = FunctionComponent<Props> & { preload: () => Promise<unknown> };

type Part<Name extends string, Props extends object> = {
  load: () => Promise<Record<Name, ComponentType<Props>>>;
  name: Name;
  placeholder: ComponentType | undefined;
  /** Calls back when it is time to load it. Returns the cancel. */
  wait: (load: () => void) => (() => void) | void;
};

/**
 * A part that a screen does without until its code is loaded: `lazyComponent(() => import('./X.tsx'), 'X')`. It is loaded once
 * the rest of the screen is shown. A failed load is retried, and nothing waits for it. `placeholder` reserves its space where content follows below.
 */
export function lazyComponent<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  placeholder?: ComponentType,
): LazyComponent<Props> {
  return latePart({ load, name, placeholder, wait: whenIdle });
}

/** The same for a part that the rest of the screen waits for: it is loaded at once. */
export function awaitedComponent<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
  placeholder?: ComponentType,
): LazyComponent<Props> {
  return latePart({ load, name, placeholder, wait: (begin) => begin() });
}

function latePart<Name extends string, Props extends object>(part: Part<Name, Props>): LazyComponent<Props> {
  const { load, name, placeholder, wait } = part;
  let loaded: ComponentType<Props> | undefined;
  const preload = async () => (loaded ??= (await load())[name]);
  function LatePart(props: Props) {
    const [shown, setShown] = useState(() => loaded);
    useEffect(() => {
      if (shown) return undefined;
      const ended = new AbortController();
      const cancel = wait(() => {
        void loadWithRetry(preload, ended.signal).then((late) => {
          if (late && !ended.signal.aborted) setShown(() => late);
        });
      });
      return () => {
        cancel?.();
        ended.abort();
      };
    }, [shown]);
    if (shown) return createElement(shown, props);
    return placeholder ? createElement(placeholder) : null;
  }
  return Object.assign(LatePart, { preload });
}
