import { useRef } from 'react';

/** A form, and the way to the first of its fields that is wrong. */
export function useFocusOnProblem() {
  const form = useRef<HTMLFormElement>(null);
  // By the next frame what is wrong is drawn, and an alert that was closed has given the focus back.
  const focusOnProblem = () =>
    void requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  return { form, focusOnProblem };
}
