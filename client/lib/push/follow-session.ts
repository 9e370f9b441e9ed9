import { readToken } from '@haat/contract/rules/decode-token';
import { readAuthToken } from '../tokens.ts';
import { hearPushes } from './hear-pushes.ts';
import { pushToken } from './push-token.ts';

/** From now on until the signal, this device is told what whoever signed in is to know. Spec section 4, push. */
export function followSession(ended: AbortSignal): void {
  const userId = readToken(readAuthToken())?.sub;
  if (userId === undefined || ended.aborted) return;
  hearPushes(ended);
  pushToken.send({ type: 'signedIn', userId });
  ended.addEventListener('abort', () => {
    // It also ends when a new token says more of the same user.
    if (readAuthToken() === undefined) pushToken.send({ type: 'signedOut' });
  });
}
