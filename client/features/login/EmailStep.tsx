import { isEmail } from '@haat/contract/rules/email';
import { useRef, useState, type ChangeEvent, type FormEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import styles from './LoginScreen.module.css';
import { keepTypedEmail, readTypedEmail } from './typed-email.ts';

type Props = { email: string; isBusy: boolean; problem: string | undefined; onGiven: (email: string) => void };

/** Step 1: the email address. */
export function EmailStep({ email, isBusy, problem, onGiven }: Props) {
  const t = useText();
  const [typed, setTyped] = useState(() => email || readTypedEmail());
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(!isEmail(typed));
    if (isEmail(typed)) onGiven(typed);
    else field.current?.focus();
  };
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value);
    keepTypedEmail(event.target.value);
    setWrong(false);
  };
  return (
    // What is wrong is said beside the field, in the language of the screen, not in a bubble of the browser.
    <form className={styles.form} onSubmit={submit} noValidate>
      <p>{t('login.lead')}</p>
      <Field
        ref={field}
        label={t('login.email')}
        type="email"
        name="email"
        autoComplete="email"
        inputMode="email"
        enterKeyHint="send"
        maxLength={254}
        required
        value={typed}
        problem={isWrong ? t('profile.emailWrong') : problem}
        onChange={type}
      />
      <Button type="submit" wide disabled={isBusy || typed.trim() === ''}>
        {t(isBusy ? 'login.sending' : 'login.sendOtp')}
      </Button>
    </form>
  );
}
