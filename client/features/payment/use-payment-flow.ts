import { shopName } from '@haat/contract/rules/shop-name';
import type { ProviderReply, StartedPayment, StartInput } from '@haat/machines/payment/payment-order';
import { paymentMachine } from '@haat/machines/payment/payment.machine';
import { useLingui } from '@lingui/react';
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useLocation, useNavigate } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { MAIN_SHOP_SLUG } from '../../lib/config.ts';
import { shopQuery } from '../../lib/queries.ts';
import { useSession } from '../session/use-session.ts';
import { leaveFor } from './leave-for.ts';
import { orderIn, providerIn } from './payment-state.ts';
import { openRazorpay } from './razorpay-checkout.ts';
import { startPayment } from './start-payment.ts';
import { verifyPayment } from './verify-payment.ts';

/** The payment of the order that the navigation brought, at the provider that it named. Spec section 2, payment redirect. */
export function usePaymentFlow() {
  const navigate = useNavigate();
  const { state: brought } = useLocation();
  const { userId } = useSession();
  const openProvider = useProviderPage();
  const order = orderIn(brought);
  const shopSlug = order?.shopSlug ?? MAIN_SHOP_SLUG;
  // What is paid must not be begun again by Back.
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
      leadToStart: () => lead('/order'),
      leadToOrder: () => lead(`/${shopSlug}/order`),
      leadToSummary: (_, outcome) => lead(`/${shopSlug}/order-summary?${outcome}=true`),
    },
  });
  const [state, send] = useMachine(machine, { input: { order, provider: providerIn(brought) } });
  return { state, readProblem: () => send({ type: 'problem.read' }) };
}

type Opening = { shopSlug: string; signal: AbortSignal };

function useProviderPage() {
  const queries = useQueryClient();
  const { user, email } = useSession();
  const language = useLingui().i18n.locale;
  return (started: StartedPayment, { shopSlug, signal }: Opening) => {
    if (started.provider === 'stripe') return leaveFor(started.url, `/${shopSlug}/order-summary?canceled=true`);
    const shop = shopName(queries.getQueryData(shopQuery(shopSlug).queryKey) ?? { slug: shopSlug });
    const payer = { name: user?.name ?? undefined, email, phone: user?.mobile ?? undefined };
    return openRazorpay({ started, shop, payer, language }, signal);
  };
}
