import type { PlacedOrderView } from '@haat/contract/api/orders.schema';
import { checkoutMachine } from '@haat/machines/checkout/checkout.machine';
import type { PlaceRequest } from '@haat/machines/checkout/place-request';
import type { PaymentOrder } from '@haat/machines/payment/payment-order';
import { useQueryClient } from '@tanstack/react-query';
import { useMachine } from '@xstate/react';
import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { QUERY_KEYS } from '../../lib/queries.ts';
import { randomKey } from '../../lib/random-key.ts';
import { useAddresses } from '../addresses/use-addresses.ts';
import { useCart } from '../cart/use-cart.ts';
import { saveOrderSummary } from '../order-summary/summary-storage.ts';
import { useLoginPath } from '../session/use-login-path.ts';
import { useSession } from '../session/use-session.ts';
import { claimRequest, settleRequest } from './pending-order.ts';
import { placeOrder } from './place-order.ts';

type Terms = { minimumPaise: number; takesOnline: boolean };

/**
 * The checkout of a shop's cart: follows the cart, the shop's terms and the chosen address, and places the order, or leads
 * to its payment.
 */
export function useCheckout(shopSlug: string, { minimumPaise, takesOnline }: Terms) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const loginPath = useLoginPath(shopSlug);
  const { isSignedIn, userId } = useSession();
  const { cart, totalPaise } = useCart();
  const { chosen } = useAddresses();

  const owner = `${userId}_${shopSlug}`;
  const actors = { placeOrder: fromPromise<PlacedOrderView, PlaceRequest>(({ input }) => placeOrder(owner, input)) };
  const actions = {
    askToLogIn: () => void navigate(loginPath),
    showSummary: (_: unknown, order: PlacedOrderView) => {
      saveOrderSummary({ ...order, shopSlug });
      settleRequest(owner);
      void queries.invalidateQueries({ queryKey: QUERY_KEYS.ownOrders });
      void navigate(`/${shopSlug}/order-summary`);
    },
    askForPayment: (_: unknown, request: PlaceRequest) => {
      const order: PaymentOrder = { shopSlug, totalPaise: request.totalPaise, request: claimRequest(owner, request) };
      void navigate(`/${shopSlug}/payment`, { state: { order } });
    },
  };
  const machine = checkoutMachine.provide({ actors, actions });
  const [state, send] = useMachine(machine, { input: { totalPaise, minimumPaise, takesOnline, payment: 'cod' } });

  useEffect(() => send({ type: 'total.changed', totalPaise, minimumPaise }), [send, totalPaise, minimumPaise]);
  useEffect(() => send({ type: 'shop.changed', takesOnline }), [send, takesOnline]);
  const addressId = chosen?.id;
  useEffect(() => {
    if (addressId !== undefined) send({ type: 'address.chosen', addressId });
  }, [send, addressId]);

  const place = () => send({ type: 'place', hasToken: isSignedIn, key: randomKey(), lines: Object.values(cart) });
  return { state, send, place };
}
