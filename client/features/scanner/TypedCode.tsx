import { useState, type FormEvent } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import styles from './TypedCode.module.css';

type Props = { label: string; hint?: string; submit: string; onGiven: (text: string) => void };

/** The way without a camera; a hand scanner that types and presses Enter is served by it, too. */
export function TypedCode({ label, hint, submit, onGiven }: Props) {
  const [typed, setTyped] = useState('');
  const give = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) onGiven(typed.trim());
  };
  return (
    <form className={styles.form} onSubmit={give}>
      <Field
        label={label}
        hint={hint}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        maxLength={512}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" disabled={typed.trim() === ''}>
        {submit}
      </Button>
    </form>
  );
}
