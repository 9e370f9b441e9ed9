import type { UserView } from '@haat/contract/accounts/users.calls';
import { shopName } from '@haat/contract/shops/shop';
import { getShop } from '@haat/contract/shops/shops.calls';
import {
  paymentMachine,
  type ProviderReply,
  type StartedPayment,
  type StartInput,
} from '@haat/machines/payments/payment.machine';
import type { Problem } from '@haat/machines/problem';
import { useLingui } from '@lingui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fromPromise, waitFor } from 'xstate';
import { serverText } from '../../../i18n/language.ts';
import { type TextId, useText } from '../../../i18n/use-text.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { MAIN_SHOP_SLUG } from '../../../lib/config.ts';
import { AlertDialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { useProblemText } from '../../../ui/use-error-text.ts';
import type { SessionActor, SessionState } from '../../../shared/session/session-actor.ts';
import { SessionContext, useSession } from '../../../shared/session/SessionProvider.tsx';
import { orderIn, providerIn } from './payment-navigation.ts';
import { openRazorpay } from './razorpay-checkout.ts';
import { startPayment, verifyPayment } from './start-payment.ts';

/** Shown while the provider is opened and the payment verified. */
export function PaymentRedirectScreen() {
  const t = useText();
  const { state, readProblem } = usePaymentFlow();
  useEffect(() => {
    // Preloads the summary, in case the connection fails after the payment.
    void import('../../orders/OrderSummaryScreen.tsx').catch(() => {});
  }, []);
  const problem = usePaymentProblem(state.context.problem);
  const doing = state.matches('verifying') ? 'payment.verifying' : 'payment.opening';
  return (
    <Page title={t('payment.title')} narrow="form">
      {problem === undefined ? <Notice>{t(doing)}</Notice> : <AlertDialog text={problem} onClose={readProblem} />}
    </Page>
  );
}

/** The payment of the order and at the provider in the navigation state. */
function usePaymentFlow() {
  const navigate = useNavigate();
  const { state: brought } = useLocation();
  const { userId } = useSession();
  const openProvider = useProviderPage();
  const order = orderIn(brought);
  const shopSlug = order?.shopSlug ?? MAIN_SHOP_SLUG;
  // Back must not start a finished payment again.
  const lead = (path: string) => void navigate(path, { replace: true });

  const machine = paymentMachine.provide({
    actors: {
      startPayment: fromPromise<StartedPayment, StartInput>(({ input }) =>
        startPayment(`${userId}_${shopSlug}`, input),
      ),
      openProvider: fromPromise<ProviderReply | undefined, StartedPayment>(({ input, signal }) =>
        openProvider(input, { shopSlug, signal }),
      ),
      verifyPayment: fromPromise<void, ProviderReply>(({ input }) => verifyPayment(input)),
    },
    actions: {
      askToLogIn: () => lead(`/${shopSlug}/login?redirect=${encodeURIComponent(`/${shopSlug}/order`)}`),
      goToStart: () => lead('/order'),
      goToOrder: () => lead(`/${shopSlug}/order`),
      goToSummary: (_, outcome) => lead(`/${shopSlug}/order-summary?${outcome}=true`),
    },
  });
  const [state, send] = useMachine(machine, { input: { order, provider: providerIn(brought) } });
  return { state, readProblem: () => send({ type: 'problem.read' }) };
}

type Opening = { shopSlug: string; signal: AbortSignal };

function useProviderPage() {
  const queries = useQueryClient();
  const { email } = useSession();
  const session = SessionContext.useActor();
  const language = useLingui().i18n.locale;
  return async (started: StartedPayment, { shopSlug, signal }: Opening) => {
    if (started.provider === 'stripe') return openPage(started.url, `/${shopSlug}/order-summary?canceled=true`);
    const { queryKey } = callQuery(getShop, { params: { slug: shopSlug } });
    const shop = shopName(queries.getQueryData(queryKey) ?? { slug: shopSlug });
    const user = await readProfile(session);
    const payer = { name: user?.name ?? undefined, email: user?.email ?? email, phone: user?.mobile ?? undefined };
    return openRazorpay({ started, shop, payer, language }, signal);
  };
}

/** The profile only fills in the payer: the payment does not wait longer for it. */
const PROFILE_LIMIT_MS = 1000;

/** The profile of the user; after a reload it may be on its way. Undefined if it does not arrive in time. */
async function readProfile(session: SessionActor): Promise<UserView | undefined> {
  const isOver = (state: SessionState) =>
    state.context.user !== undefined || !state.matches('signedIn') || state.matches({ signedIn: 'unreachable' });
  const limit = new Promise((resolve) => setTimeout(resolve, PROFILE_LIMIT_MS));
  await Promise.race([waitFor(session, isOver), limit]);
  return session.getSnapshot().context.user;
}

/** Texts that the server may send for any payment call. */
const SAID: readonly TextId[] = ['payment.away', 'payment.notOffered', 'payment.over', 'payment.returned'];

/** Why a payment was not started or not verified, in the language of the screen. */
function usePaymentProblem(problem: Problem | undefined): string | undefined {
  const text = useProblemText()(problem);
  if (text === undefined) return undefined;
  return SAID.map((id) => serverText(id, text)).find((ours) => ours !== text) ?? text;
}

/**
 * Opens a page of the provider in place of the app. Back leads to `path`, not to a screen that would redirect again.
 */
async function openPage(url: string, path: string): Promise<never> {
  const { protocol, href } = new URL(url, location.href);
  if (!/^https?:$/.test(protocol)) throw new Error(`Not the address of a page: ${protocol}`);
  history.replaceState({ ...history.state, usr: null }, '', `#${path}`);
  // A page restored from the back/forward cache would still show this screen.
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload();
  });
  location.assign(href);
  return new Promise(() => {});
}
