import { type Contact, contactIn } from '@haat/contract/accounts/contact';
import { shopName } from '@haat/contract/shops/shop';
import { getShop } from '@haat/contract/shops/shops.calls';
import { loginMachine, type SentBefore } from '@haat/machines/accounts/login.machine';
import { useMachine } from '@xstate/react';
import { type ChangeEvent, type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom';
import { type TextId, useText } from '../i18n/use-text.ts';
import { useCall } from '../lib/call-query.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { Stack } from '../ui/Card.tsx';
import { useMachineToasts } from '../ui/use-machine-toasts.ts';
import { buttonClass, Button } from '../ui/Button.tsx';
import { Field } from '../ui/Field.tsx';
import { Page } from '../ui/Page.tsx';
import { useProblemText } from '../ui/use-error-text.ts';
import { CodeForm } from '../shared/session/CodeForm.tsx';
import { LazySwitchOffer } from '../shared/session/lazy-switch-offer.ts';
import { useSession, useSessionSend } from '../shared/session/SessionProvider.tsx';
import { recordGuestConsent } from './give-consent.ts';
import { ConsentText } from './ConsentText.tsx';
import {
  pathAfterLogin,
  clearSentCode,
  signedInPath,
  storeSentCode,
  storeTypedContact,
  loginActors,
  readSentCode,
  readTypedContact,
} from './login-flow.ts';
import styles from './Account.module.css';

const CODE_TEXTS = { lead: 'login.sentTo', send: 'login.login', sending: 'login.loggingIn' } as const;

type ScreenProps = {
  /** Whether a path, with or without its query, is a screen of the app: no other redirect is followed. */
  isKnownRoute: (path: string) => boolean;
  /** Why the screen at a path needs a login at this shop, whose name the texts may have as `shop`. */
  reasonsOf?: (path: string, shopSlug: string) => readonly TextId[];
};

/** Login in two steps: the email address or mobile number, then the code that was sent to it. */
export function LoginScreen({ isKnownRoute, reasonsOf }: ScreenProps) {
  const t = useText();
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  const [query] = useSearchParams();
  const { isSignedIn, shopSlug: memberOf } = useSession();
  const [wasSignedIn] = useState(isSignedIn);

  const redirect = query.get('redirect');
  if (isSignedIn) {
    const isMainShop = shopSlug === MAIN_SHOP_SLUG;
    const place = { shopSlug, isMainShop, memberOf, redirect, isKnownRoute };
    const goOn = <Navigate to={wasSignedIn ? signedInPath(place) : pathAfterLogin(place)} replace />;
    if (!wasSignedIn || isMainShop || memberOf === shopSlug) return goOn;
    return <LazySwitchOffer slug={shopSlug} title={t('login.title')} otherwise={goOn} />;
  }
  return (
    <Page title={t('login.title')} narrow="form">
      <LoginCard
        shopSlug={shopSlug}
        lead={<Reasons shopSlug={shopSlug} texts={reasonsOf?.(redirect ?? '', shopSlug) ?? []} />}
      >
        {/* Not beside the screen that asked for the login: it leads elsewhere. */}
        {redirect ? null : (
          <Link to="/qr-login" className={buttonClass('quiet')}>
            {t('menu.scanQr')}
          </Link>
        )}
      </LoginCard>
    </Page>
  );
}

function Reasons({ shopSlug, texts }: { shopSlug: string; texts: readonly TextId[] }) {
  const t = useText();
  const { data: shop } = useCall(getShop, { params: { slug: shopSlug } });
  return texts.map((text) => <p key={text}>{t(text, { shop: shopName(shop ?? { slug: shopSlug }) })}</p>);
}

type CardProps = { shopSlug: string; lead?: ReactNode; children?: ReactNode };

/** The login itself, with `lead` above and `children` below its form. It starts the session, by which its screen goes on. */
export function LoginCard({ shopSlug, lead, children }: CardProps) {
  const problemText = useProblemText();
  const sendToSession = useSessionSend();
  const startSession = (_: unknown, { token, refreshToken }: { token: string; refreshToken: string }) => {
    storeTypedContact('');
    sendToSession({ type: 'signedIn', tokens: { token, refreshToken } });
    void recordGuestConsent();
  };
  const rememberSentCode = (_: unknown, { contact, resendIn }: SentBefore) =>
    storeSentCode({ shopSlug, contact, resendAt: Date.now() + resendIn * 1000 });
  const actions = { startSession, storeSentCode: rememberSentCode, clearSentCode };
  const machine = loginMachine.provide({ actors: loginActors, actions });
  const [sent] = useState(() => sentBefore(shopSlug));
  const [state, send, actor] = useMachine(machine, { input: { shopSlug, sent } });
  useMachineToasts(actor);

  const { contact, challenge, problem } = state.context;
  const step = { isBusy: state.hasTag('busy'), problem: problemText(problem) };
  return (
    <div className={styles.card}>
      {lead}
      {!contact || state.matches('askingContact') || state.matches('sendingOtp') ? (
        <ContactStep
          {...step}
          shopSlug={shopSlug}
          contact={contact}
          onGiven={(given) => send({ type: 'contact.given', contact: given })}
        />
      ) : (
        <CodeForm
          {...step}
          texts={CODE_TEXTS}
          contact={contact}
          challenge={challenge}
          onGiven={(otp) => send({ type: 'otp.given', otp })}
          onResend={() => send({ type: 'resend' })}
          onEditContact={() => send({ type: 'contact.edit' })}
        />
      )}
      <TermsToggle />
      {children}
    </div>
  );
}

function sentBefore(shopSlug: string): SentBefore | undefined {
  const code = readSentCode(shopSlug);
  return code && { contact: code.contact, resendIn: Math.max(0, Math.ceil((code.resendAt - Date.now()) / 1000)) };
}

type Props = {
  shopSlug: string;
  contact: Contact | undefined;
  isBusy: boolean;
  problem: string | undefined;
  onGiven: (contact: Contact) => void;
};

const EMAIL_ONLY = { lead: 'login.lead', label: 'login.email', wrong: 'profile.emailWrong' } as const;
const WITH_MOBILE = { lead: 'login.leadBoth', label: 'login.emailOrMobile', wrong: 'login.contactWrong' } as const;

/** Step 1: the email address or, where the platform can send messages, the mobile number. */
function ContactStep({ shopSlug, contact, isBusy, problem, onGiven }: Props) {
  const t = useText();
  const { data: shop } = useCall(getShop, { params: { slug: shopSlug } });
  const hasMobile = shop?.mobile_login === true;
  const texts = hasMobile ? WITH_MOBILE : EMAIL_ONLY;
  const [typed, setTyped] = useState(() => contact?.email ?? contact?.mobile ?? readTypedContact());
  const [isWrong, setWrong] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  // After the heading of the screen, which takes the focus first.
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = contactIn(typed);
    const isRight = given !== undefined && (hasMobile || given.email !== undefined);
    setWrong(!isRight);
    if (isRight) onGiven(given);
    else field.current?.focus();
  };
  const type = (event: ChangeEvent<HTMLInputElement>) => {
    setTyped(event.target.value);
    storeTypedContact(event.target.value);
    setWrong(false);
  };
  return (
    // Errors are shown at the field in the language of the screen, not by the browser.
    <Stack as="form" gap={4} onSubmit={submit} noValidate>
      <p>{t(texts.lead)}</p>
      <Field
        ref={field}
        label={t(texts.label)}
        type={hasMobile ? 'text' : 'email'}
        name={hasMobile ? 'username' : 'email'}
        autoComplete={hasMobile ? 'username' : 'email'}
        inputMode="email"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="send"
        maxLength={254}
        required
        value={typed}
        problem={isWrong ? t(texts.wrong) : problem}
        onChange={type}
      />
      <Button type="submit" wide disabled={isBusy || typed.trim() === ''}>
        {t(isBusy ? 'login.sending' : 'login.sendOtp')}
      </Button>
    </Stack>
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
