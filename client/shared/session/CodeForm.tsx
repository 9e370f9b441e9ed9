import { type Contact, contactText } from '@haat/contract/accounts/contact';
import { canResend, type OtpChallenge } from '@haat/machines/accounts/otp-challenge.machine';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Stack } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import looks from '../../ui/looks.module.css';
import styles from './CodeForm.module.css';

type Props = {
  /** Where the code was sent. */
  contact: Contact;
  /** Texts above the field, of the button, and of the button while busy. */
  texts: { lead: TextId; send: TextId; sending: TextId };
  /** The code that was sent last; undefined when it was sent before the page was loaded. */
  challenge: OtpChallenge | undefined;
  isBusy: boolean;
  problem: string | undefined;
  onGiven: (code: string) => void;
  onResend: () => void;
  /** Without it, the contact cannot be changed. */
  onEditContact?: () => void;
  /** Set where the code can be entered later. */
  onLater?: () => void;
  /** Set where the code confirms what cannot be undone: a code that arrives is filled in, and the user sends it. */
  isIrreversible?: boolean;
};

/** The one-time code in one field, which phones can fill in and users can paste into. */
export function CodeForm(props: Props) {
  const { contact, texts, challenge, isBusy, problem, onGiven, onResend, onEditContact, onLater, isIrreversible } =
    props;
  const t = useText();
  const resendIn = challenge?.resendIn ?? 0;
  const [typed, setTyped] = useState('');
  const field = useFocusOnProblem(problem);
  useCodeOfMessage(contact, (code) => {
    setTyped(code);
    if (!isIrreversible) onGiven(code);
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGiven(typed.replaceAll(/\s/g, ''));
  };
  return (
    <Stack as="form" gap={4} onSubmit={submit}>
      <p className={looks.anywhere}>{t(texts.lead, { email: contactText(contact) })}</p>
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
          // The field is the only input of this step.
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
        <Button look="quiet" disabled={isBusy || !canResend(challenge)} onClick={onResend}>
          {resendIn > 0 ? t('login.resendIn', { seconds: resendIn }) : t('login.resend')}
        </Button>
        {onEditContact ? (
          <Button look="quiet" disabled={isBusy} onClick={onEditContact}>
            {t(contact.mobile ? 'login.editMobile' : 'login.editEmail')}
          </Button>
        ) : null}
        {onLater ? (
          <Button look="quiet" disabled={isBusy} onClick={onLater}>
            {t('profile.later')}
          </Button>
        ) : null}
      </div>
    </Stack>
  );
}

/**
 * Takes the code from the message that arrives on this device, if the browser supports WebOTP and the user allows it; the
 * message ends with `@host #code` for that. `onCode` is called at most once per contact, and not after the form was left.
 */
function useCodeOfMessage({ mobile }: Contact, onCode: (code: string) => void) {
  const latest = useRef(onCode);
  useEffect(() => {
    latest.current = onCode;
  });
  useEffect(() => {
    if (mobile === undefined || !('OTPCredential' in window)) return undefined;
    const left = new AbortController();
    const request = { otp: { transport: ['sms'] }, signal: left.signal } as CredentialRequestOptions;
    navigator.credentials
      .get(request)
      .then((credential) => {
        const hasCode = credential !== null && 'code' in credential && typeof credential.code === 'string';
        if (hasCode && !left.signal.aborted) latest.current(String(credential.code));
      })
      // Denied, aborted or timed out: the code is typed.
      .catch(() => {});
    return () => left.abort();
  }, [mobile]);
}

/** Focuses and selects a wrong code: the submit button lost the focus when it was disabled. */
function useFocusOnProblem(problem: string | undefined) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (problem === undefined) return;
    field.current?.focus();
    field.current?.select();
  }, [problem]);
  return field;
}
