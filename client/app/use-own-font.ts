import { useLayoutEffect } from 'react';
import { NavigationType, useNavigationType } from 'react-router-dom';

/** A phone's first screen does without our own font (`ui/tokens.css`); the next one has it, as all is drawn anew there. */
export function useOwnFont(): void {
  const hasMoved = useNavigationType() === NavigationType.Push;
  useLayoutEffect(() => {
    if (hasMoved) document.documentElement.toggleAttribute('data-own-font', true);
  }, [hasMoved]);
}
