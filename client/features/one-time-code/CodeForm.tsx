import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import styles from './CodeForm.module.css';

type Props = {
  email: string;
  /** What the form says above the field, what its button says, and what that says while the code is on its way. */
  texts: { lead: TextId; send: TextId; sending: TextId };
  /** Seconds until another code may be asked for. */
  resendIn: number;
  isBusy: boolean;
  problem: string | undefined;
  onGiven: (code: string) => void;
  onResend: () => void;
  onEditEmail: () => void;
  /** Where the code may as well be entered another time. */
  onLater?: () => void;
};

/** The code that was mailed, in one field that phones can fill and anybody can paste into. Spec section 2, login. */
export function CodeForm(props: Props) {
  const { email, texts, resendIn, isBusy, problem, onGiven, onResend, onEditEmail, onLater } = props;
  const t = useText();
  const [typed, setTyped] = useState('');
  const field = useFocusOnProblem(problem);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGiven(typed.replaceAll(/\s/g, ''));
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      <p className={styles.lead}>{t(texts.lead, { email })}</p>
      <div className={styles.code}>
        <Field
          ref={field}
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
        {t(isBusy ? texts.sending : texts.send)}
      </Button>
      <div className={styles.others}>
        <Button look="quiet" disabled={isBusy || resendIn > 0} onClick={onResend}>
          {resendIn > 0 ? t('login.resendIn', { seconds: resendIn }) : t('login.resend')}
        </Button>
        <Button look="quiet" disabled={isBusy} onClick={onEditEmail}>
          {t('login.editEmail')}
        </Button>
        {onLater ? (
          <Button look="quiet" disabled={isBusy} onClick={onLater}>
            {t('profile.later')}
          </Button>
        ) : null}
      </div>
    </form>
  );
}

/** A wrong code is typed anew where it stands; the button that sent it lost the focus when it was disabled. */
function useFocusOnProblem(problem: string | undefined) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem === undefined) return;
    field.current?.focus();
    field.current?.select();
  }, [problem]);
  return field;
}
