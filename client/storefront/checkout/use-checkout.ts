import { cartConflict, placeOrder, type CartConflict, type PlacedOrderView } from '@haat/contract/orders/orders.calls';
import type { PaymentProvider } from '@haat/contract/payments/payment';
import { checkoutMachine } from '@haat/machines/orders/checkout.machine';
import { CartChangedError, canBePlaced, type PlaceRequest } from '@haat/machines/orders/place-request';
import type { PaymentOrder } from '@haat/machines/payments/payment.machine';
import { useMachine } from '@xstate/react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { ApiError } from '../../lib/api-error.ts';
import { call, matches } from '../../lib/api.ts';
import { randomKey } from '../../lib/storage.ts';
import { withTabLock } from '../../lib/async.ts';
import { useAddresses } from '../../shared/addresses/use-addresses.ts';
import { useCart } from '../../shared/cart/use-cart.ts';
import { useLoginPath, useSession } from '../../shared/session/SessionProvider.tsx';
import { readDraft, storeDraft, useSettleOrder } from './checkout-draft.ts';
import { saveOrderSummary } from '../../shared/orders/order-summary-storage.ts';
import { readChoice } from '../../shared/orders/remembered-choice.ts';
import { claimRequest, clearRequest, orderBody, wasJustPlaced } from '../../shared/orders/pending-order.ts';

type Terms = { minimumPaise: number; providers: readonly PaymentProvider[] };

/**
 * The checkout of a shop's cart: follows the cart, the shop, the profile and the chosen address, and places the order or opens
 * its payment.
 */
export function useCheckout(shopSlug: string, { minimumPaise, providers }: Terms) {
  const takesOnline = providers.length > 0;
  const navigate = useNavigate();
  const loginPath = useLoginPath(shopSlug);
  const { isSignedIn, userId, user } = useSession();
  const settle = useSettleOrder(shopSlug);
  const { cart, totalPaise } = useCart();
  const { chosen, isLoading, isUnknown } = useAddresses();

  const owner = `${userId}_${shopSlug}`;
  const actors = { placeOrder: fromPromise<PlacedOrderView, PlaceRequest>(({ input }) => placeOnce(owner, input)) };
  const actions = {
    askToLogIn: () => void navigate(loginPath),
    showSummary: (_: unknown, order: PlacedOrderView) => {
      saveOrderSummary({ ...order, shopSlug });
      settle();
      void navigate(`/${shopSlug}/order-summary`);
    },
    askForPayment: (_: unknown, request: PlaceRequest) => {
      const order: PaymentOrder = { shopSlug, totalPaise: request.totalPaise, request: claimRequest(owner, request) };
      const [provider, ...others] = providers;
      // With one provider there is nothing to choose.
      if (provider && others.length === 0) void navigate('/payment-redirect', { state: { order, provider } });
      else void navigate(`/${shopSlug}/payment`, { state: { order } });
    },
  };
  const machine = checkoutMachine.provide({ actors, actions });
  // When the session ends on this screen, the draft still belongs to the user who typed it.
  const [typist] = useState(userId);
  const [draft] = useState(() => readDraft(shopSlug, userId));
  const [ifUnavailable] = useState(() => readChoice() ?? 'call_me');
  const input = { totalPaise, minimumPaise, takesOnline, payment: 'cod' as const, ifUnavailable, ...draft };
  const [state, send] = useMachine(machine, { input });

  useEffect(() => send({ type: 'total.changed', totalPaise, minimumPaise }), [send, totalPaise, minimumPaise]);
  useEffect(() => send({ type: 'shop.changed', takesOnline }), [send, takesOnline]);
  const addressId = chosen?.id;
  const isKnown = !isLoading && !isUnknown;
  useEffect(() => {
    if (isKnown) send({ type: 'address.changed', addressId });
  }, [send, addressId, isKnown]);
  const profile = { name: user?.name ?? '', phone: user?.mobile ?? user?.login_mobile ?? '' };
  const { name, phone } = profile;
  const isOpen = state.status === 'active';
  useEffect(() => {
    if (isOpen) send({ type: 'profile.changed', profile: { name, phone } });
  }, [send, isOpen, name, phone]);
  const { note, typed } = state.context;
  useEffect(() => {
    // Store only changed entries.
    if (note !== draft.note || typed !== draft.typed) storeDraft(shopSlug, { userId: typist, note, typed });
  }, [shopSlug, typist, draft, note, typed]);

  const lines = Object.values(cart);
  const [isRepetition, setRepetition] = useState(false);
  const placeNow = () => send({ type: 'place', hasToken: isSignedIn, key: randomKey(), lines });
  const place = () => (wasJustPlaced(owner, lines) ? setRepetition(true) : placeNow());
  const dismiss = () => setRepetition(false);
  const confirm = () => {
    dismiss();
    // Under its key the server would return the order that was placed.
    clearRequest(owner);
    placeNow();
  };
  /** Set when the same cart was placed a moment ago, until the customer says whether to order it once more. */
  const repeat = isRepetition ? { confirm, dismiss } : undefined;
  return { state, send, place, repeat };
}

/**
 * Sends the order under its idempotency key, one tab at a time. `owner`: user and shop of the cart. Rejects with
 * CartChangedError when prices or stock have changed, with ApiError for any other error.
 */
function placeOnce(owner: string, request: PlaceRequest): Promise<PlacedOrderView> {
  return withTabLock('haat-order', async () => {
    try {
      return await sendOrder(claimRequest(owner, request));
    } catch (error) {
      if (!canBePlaced(error)) clearRequest(owner);
      throw isCartChange(error) ? new CartChangedError(error.reason, error.body as CartConflict) : error;
    }
  });
}

function sendOrder(request: PlaceRequest): Promise<PlacedOrderView> {
  return call(placeOrder, { body: orderBody(request), key: request.key });
}

function isCartChange(error: unknown): error is ApiError {
  return (
    error instanceof ApiError &&
    ['price_changed', 'out_of_stock'].includes(error.reason.code) &&
    matches(error.body, cartConflict)
  );
}
