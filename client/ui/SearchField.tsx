import { type RefObject, useId, useLayoutEffect, useRef } from 'react';
import styles from './SearchField.module.css';

type Props = { label: string; value: string; onChange: (value: string) => void };

/** A search input; the label is its placeholder, too. The key `/` focuses it. */
export function SearchField({ label, value, onChange }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useSlashFocus(input);
  return (
    <search className={styles.search}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <svg className={styles.lens} viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <circle cx="10.5" cy="10.5" r="6.5" fill="none" stroke="currentColor" strokeWidth="2.2" />
        <path d="m15.5 15.5 5 5" stroke="currentColor" strokeWidth="2.2" strokeLinecap="round" />
      </svg>
      <input
        ref={input}
        id={id}
        className={styles.input}
        type="search"
        enterKeyHint="search"
        aria-keyshortcuts="/"
        autoComplete="off"
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </search>
  );
}

const TYPING = 'input, textarea, select, [contenteditable]';

/** The key `/` focuses the field, unless the user is typing or a dialog is open. */
function useSlashFocus(field: RefObject<HTMLInputElement | null>): void {
  // Not a passive effect: the field is on the screen before those run, and the key would do nothing.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey) return;
      const isTyping = event.target instanceof Element && event.target.closest(TYPING);
      if (isTyping || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [field]);
}
