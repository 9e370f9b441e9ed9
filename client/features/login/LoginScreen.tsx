import { isEmail } from '@haat/contract/rules/profile';
import { loginMachine, type SentBefore } from '@haat/machines/login/login.machine';
import { useMachine } from '@xstate/react';
import { type ChangeEvent, type FormEvent, useId, useRef, useState } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { useMachineToasts } from '../../ui/use-machine-toasts.ts';
import { buttonClass, Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { Page } from '../../ui/Page.tsx';
import { useProblemText } from '../../ui/use-error-text.ts';
import { CodeForm } from '../one-time-code/CodeForm.tsx';
import { useSession, useSessionSend } from '../session/SessionProvider.tsx';
import { ConsentText } from '../static/ConsentText.tsx';
import {
  pathAfterLogin,
  clearSentCode,
  signedInPath,
  storeSentCode,
  storeTypedEmail,
  loginActors,
  readSentCode,
  readTypedEmail,
} from './login-flow.ts';
import styles from './LoginScreen.module.css';

const CODE_TEXTS = { lead: 'login.sentTo', send: 'login.login', sending: 'login.loggingIn' } as const;

type ScreenProps = {
  /** Whether a path, with or without its query, is a screen of the app: no other redirect is followed. */
  isKnownRoute: (path: string) => boolean;
  /** Why the screen at a path needs a login. */
  reasonOf?: (path: string) => TextId | undefined;
};

/** Login in two steps: the email address, then the code that was sent to it. */
export function LoginScreen({ isKnownRoute, reasonOf }: ScreenProps) {
  const t = useText();
  const problemText = useProblemText();
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  const [query] = useSearchParams();
  const { isSignedIn } = useSession();
  const sendToSession = useSessionSend();
  const startSession = (_: unknown, { token, refreshToken }: { token: string; refreshToken: string }) => {
    storeTypedEmail('');
    sendToSession({ type: 'signedIn', tokens: { token, refreshToken } });
  };
  const rememberSentCode = (_: unknown, { email, resendIn }: SentBefore) =>
    storeSentCode({ shopSlug, email, resendAt: Date.now() + resendIn * 1000 });
  const actions = { startSession, storeSentCode: rememberSentCode, clearSentCode };
  const machine = loginMachine.provide({ actors: loginActors, actions });
  const [sent] = useState(() => sentBefore(shopSlug));
  const [state, send, actor] = useMachine(machine, { input: { shopSlug, sent } });
  useMachineToasts(actor);

  const redirect = query.get('redirect');
  if (isSignedIn) {
    const place = { shopSlug, isMainShop: shopSlug === MAIN_SHOP_SLUG, redirect, isKnownRoute };
    return <Navigate to={state.matches('loggedIn') ? pathAfterLogin(place) : signedInPath(place)} replace />;
  }

  const { email, challenge, problem } = state.context;
  const reason = reasonOf?.(redirect ?? '');
  const step = { isBusy: state.hasTag('busy'), problem: problemText(problem) };
  return (
    <Page title={t('login.title')} narrow="form">
      <div className={styles.card}>
        {reason ? <p>{t(reason)}</p> : null}
        {state.matches('askingEmail') || state.matches('sendingOtp') ? (
          <EmailStep {...step} email={email} onGiven={(given) => send({ type: 'email.given', email: given })} />
        ) : (
          <CodeForm
            {...step}
            texts={CODE_TEXTS}
            email={email}
            challenge={challenge}
            onGiven={(otp) => send({ type: 'otp.given', otp })}
            onResend={() => send({ type: 'resend' })}
            onEditEmail={() => send({ type: 'email.edit' })}
          />
        )}
        <TermsToggle />
        <Link to="/qr-login" className={buttonClass('quiet')}>
          {t('menu.scanQr')}
        </Link>
      </div>
    </Page>
  );
}

function sentBefore(shopSlug: string): SentBefore | undefined {
  const code = readSentCode(shopSlug);
  return code && { email: code.email, resendIn: Math.max(0, Math.ceil((code.resendAt - Date.now()) / 1000)) };
}

type Props = { email: string; isBusy: boolean; problem: string | undefined; onGiven: (email: string) => void };

/** Step 1: the email address. */
function EmailStep({ email, isBusy, problem, onGiven }: Props) {
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
    storeTypedEmail(event.target.value);
    setWrong(false);
  };
  return (
    // Errors are shown at the field in the language of the screen, not by the browser.
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

/** View Terms and Conditions: shows the consent text under the form. */
function TermsToggle() {
  const t = useText();
  const id = useId();
  const [isShown, setShown] = useState(false);
  return (
    <div className={styles.terms}>
      <Button look="quiet" aria-expanded={isShown} aria-controls={id} onClick={() => setShown(!isShown)}>
        {t(isShown ? 'login.hideTerms' : 'login.showTerms')}
      </Button>
      <section id={id} hidden={!isShown} aria-label={t('consent.title')}>
        {isShown ? (
          <>
            <h2>{t('consent.title')}</h2>
            <ConsentText />
          </>
        ) : null}
      </section>
    </div>
  );
}
