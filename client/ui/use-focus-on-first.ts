import { useEffect, useRef } from 'react';

/** The form's ref: whenever other problems are found, the keyboard goes to the first field that has one. */
export function useFocusOnFirst(problems: object) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (Object.keys(problems).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [problems]);
  return form;
}
