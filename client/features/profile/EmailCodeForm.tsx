import { useState, type FormEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import styles from './ProfileScreen.module.css';

type Props = {
  email: string;
  /** Seconds until another code may be asked for. */
  resendIn: number;
  isBusy: boolean;
  problem: string | undefined;
  onGiven: (code: string) => void;
  onResend: () => void;
  onEditEmail: () => void;
  onLater: () => void;
};

/** The code that shows that the new mailbox is one's own. Everything else is saved by now. */
export function EmailCodeForm({ email, resendIn, isBusy, problem, onGiven, onResend, onEditEmail, onLater }: Props) {
  const t = useText();
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGiven(typed.replaceAll(/\s/g, ''));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.long}>{t('profile.codeSent', { email })}</p>
      <div className={styles.code}>
        <Field
          label={t('login.otp')}
          name="code"
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
        {t(isBusy ? 'profile.confirming' : 'profile.confirm')}
      </Button>
      <div className={styles.others}>
        <Button look="quiet" disabled={isBusy || resendIn > 0} onClick={onResend}>
          {resendIn > 0 ? t('login.resendIn', { seconds: resendIn }) : t('login.resend')}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={onEditEmail}>
          {t('login.editEmail')}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={onLater}>
          {t('profile.later')}
        </Button>
      </div>
    </form>
  );
}
