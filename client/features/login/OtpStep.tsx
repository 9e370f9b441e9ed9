import { useState, type FormEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import styles from './LoginScreen.module.css';

type Props = {
  email: string;
  /** Seconds until another code may be asked for. */
  resendIn: number;
  isBusy: boolean;
  problem: string | undefined;
  onGiven: (otp: string) => void;
  onResend: () => void;
  onEditEmail: () => void;
};

/** Step 2: the code, in one field that phones can fill and anybody can paste into. */
export function OtpStep({ email, resendIn, isBusy, problem, onGiven, onResend, onEditEmail }: Props) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGiven(typed.replaceAll(/\s/g, ''));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p>{t('login.sentTo', { email })}</p>
      <div className={styles.code}>
        <Field
          label={t('login.otp')}
          name="otp"
          autoComplete="one-time-code"
          inputMode="numeric"
          enterKeyHint="go"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={12}
          // The step is new on the screen and has one thing to do.
          autoFocus
          value={typed}
          problem={problem}
          onChange={(event) => setTyped(event.target.value)}
        />
      </div>
      <Button type="submit" wide disabled={isBusy || typed.trim() === ''}>
        {t(isBusy ? 'login.loggingIn' : 'login.login')}
      </Button>
      <div className={styles.others}>
        <Button look="quiet" disabled={isBusy || resendIn > 0} onClick={onResend}>
          {resendIn > 0 ? t('login.resendIn', { seconds: resendIn }) : t('login.resend')}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={onEditEmail}>
          {t('login.editEmail')}
        </Button>
      </div>
    </form>
  );
}
