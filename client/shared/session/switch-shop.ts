import { type OwnShopView, switchShop } from '@haat/contract/accounts/auth.calls';
import { getProfile } from '@haat/contract/accounts/users.calls';
import { readToken } from '@haat/contract/accounts/decode-token';
import { RefusedError } from '@haat/contract/reason';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../lib/api-error.ts';
import { call, sendRequest } from '../../lib/api.ts';
import { withTabLock } from '../../lib/async.ts';
import { queueKey } from '../../lib/offline-queue/queue-storage.ts';
import { reload } from '../../lib/reload.ts';
import { readTokens, saveTokens, type Tokens } from '../../lib/storage.ts';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { SESSION_LOCK } from './session-actor.ts';
import { useSessionSend } from './SessionProvider.tsx';

/** Continues the session of this browser at another shop of its user, in all tabs. `onDone`: once it has. */
export function useSwitchShop<Shop extends Pick<OwnShopView, 'slug'> = OwnShopView>(
  onDone: (shop: Shop) => void = () => {},
) {
  const queries = useQueryClient();
  const send = useSessionSend();
  const { mutate, isPending, error } = useMutation({
    mutationFn: ({ slug }: Shop) => tokensAt(slug),
    onSuccess: (tokens, shop) => {
      void reload(queries, ['/api/auth/shops']);
      send({ type: 'signedIn', tokens });
      onDone(shop);
    },
  });
  return { switchTo: mutate, isSwitching: isPending, refusal: useRefusalText('switchShop.failed')(error) };
}

const tokensAt = (slug: string): Promise<Tokens> =>
  continueSession((bearer) => sendRequest(switchShop, { body: { shop_slug: slug } }, bearer));

/** Sends a request with the access token of the session; it answers one for another shop. */
type Continuation = (bearer: string | undefined) => Promise<{ token: string }>;

/** Continues the session of this browser with the token that the request answers. Rejects like the request. */
export async function continueSession(request: Continuation): Promise<Tokens> {
  try {
    return await requestTokens(request);
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
    // Any call renews an expired token. Not while it holds the lock, which the renewal takes.
    await call(getProfile);
    return requestTokens(request);
  }
}

/**
 * Under the locks of the waiting changes of the shop that is left, which must not be sent for another one, and of the renewal of
 * the tokens, which would store a token of the old shop after the new one.
 */
function requestTokens(send: Continuation): Promise<Tokens> {
  const { sub, shop_id: shopId = 0 } = readToken(readTokens()?.token) ?? {};
  const request = async () => {
    const { token } = await send(readTokens()?.token);
    const before = readTokens();
    // Another tab has logged out meanwhile.
    if (!before) throw new RefusedError({ code: 'unauthenticated' });
    const tokens = { token, refreshToken: before.refreshToken };
    saveTokens(tokens, sub);
    return tokens;
  };
  return withTabLock(queueKey({ userId: Number(sub), shopId }), () => withTabLock(SESSION_LOCK, request));
}
