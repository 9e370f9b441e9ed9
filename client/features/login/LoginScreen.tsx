import { loginMachine, type SentBefore } from '@haat/machines/login/login.machine';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { useMachineToasts } from '../../lib/use-machine-toasts.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Page } from '../../ui/Page.tsx';
import { useProblemText } from '../../ui/use-problem-text.ts';
import { CodeForm } from '../one-time-code/CodeForm.tsx';
import { useSession, useSessionSend } from '../session/use-session.ts';
import { afterLogin, insteadOfLogin } from './after-login.ts';
import { EmailStep } from './EmailStep.tsx';
import { loginActors } from './login-actors.ts';
import styles from './LoginScreen.module.css';
import { forgetSentCode, keepSentCode, readSentCode } from './sent-code.ts';
import { TermsToggle } from './TermsToggle.tsx';
import { keepTypedEmail } from './typed-email.ts';

const CODE_TEXTS = { lead: 'login.sentTo', send: 'login.login', sending: 'login.loggingIn' } as const;

/** Login in two steps: the email address, then the code that was sent to it. Spec section 2. */
export function LoginScreen() {
  const t = useText();
  const problemText = useProblemText();
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  const [query] = useSearchParams();
  const { isSignedIn } = useSession();
  const sendToSession = useSessionSend();
  const startSession = (_: unknown, { token, refreshToken }: { token: string; refreshToken: string }) => {
    keepTypedEmail('');
    sendToSession({ type: 'signedIn', tokens: { token, refreshToken } });
  };
  const keepSent = (_: unknown, { email, resendIn }: SentBefore) =>
    keepSentCode({ shopSlug, email, resendAt: Date.now() + resendIn * 1000 });
  const actions = { startSession, keepSent, forgetSent: forgetSentCode };
  const machine = loginMachine.provide({ actors: loginActors, actions });
  const [sent] = useState(() => sentBefore(shopSlug));
  const [state, send, actor] = useMachine(machine, { input: { shopSlug, sent } });
  useMachineToasts(actor);

  if (isSignedIn) {
    const place = { shopSlug, isMainShop: shopSlug === MAIN_SHOP_SLUG, redirect: query.get('redirect') };
    return <Navigate to={state.matches('loggedIn') ? afterLogin(place) : insteadOfLogin(place)} replace />;
  }

  const { email, resendIn, problem } = state.context;
  const step = { isBusy: state.hasTag('busy'), problem: problemText(problem) };
  return (
    <Page title={t('login.title')} narrow="form">
      <div className={styles.card}>
        {state.matches('askingEmail') || state.matches('sendingOtp') ? (
          <EmailStep {...step} email={email} onGiven={(given) => send({ type: 'email.given', email: given })} />
        ) : (
          <CodeForm
            {...step}
            texts={CODE_TEXTS}
            email={email}
            resendIn={resendIn}
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
