import type { PlacedOrderView } from '@haat/contract/api/orders.schema';
import { checkoutMachine } from '@haat/machines/checkout/checkout.machine';
import type { PlaceRequest } from '@haat/machines/checkout/place-request';
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
import { settleRequest } from './pending-order.ts';
import { placeOrder } from './place-order.ts';

/** The checkout of a shop's cart: follows the cart, the minimum and the chosen address, and places the order. */
export function useCheckout(shopSlug: string, minimumPaise: number) {
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
  };
  const machine = checkoutMachine.provide({ actors, actions });
  const [state, send] = useMachine(machine, { input: { totalPaise, minimumPaise, payment: 'cod' } });

  useEffect(() => send({ type: 'total.changed', totalPaise, minimumPaise }), [send, totalPaise, minimumPaise]);
  const addressId = chosen?.id;
  useEffect(() => {
    if (addressId !== undefined) send({ type: 'address.chosen', addressId });
  }, [send, addressId]);

  const place = () => send({ type: 'place', hasToken: isSignedIn, key: randomKey(), lines: Object.values(cart) });
  return { state, send, place };
}
