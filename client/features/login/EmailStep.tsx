import { useState, type FormEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import styles from './LoginScreen.module.css';

type Props = { email: string; isBusy: boolean; problem: string | undefined; onGiven: (email: string) => void };

/** Step 1: the email address. */
export function EmailStep({ email, isBusy, problem, onGiven }: Props) {
  const t = useText();
  const [typed, setTyped] = useState(email);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGiven(typed);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t('login.lead')}</p>
      <Field
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="send"
        maxLength={254}
        required
        value={typed}
        problem={problem}
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" wide disabled={isBusy || typed.trim() === ''}>
        {t(isBusy ? 'login.sending' : 'login.sendOtp')}
      </Button>
    </form>
  );
}
