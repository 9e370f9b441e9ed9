import type { sessionMachine } from '@haat/machines/session/session.machine';
import { waitFor, type ActorRefFrom } from 'xstate';
import type { RenewSession } from '../../lib/api.ts';

/**
 * How calls get a new token: the machine renews once for all that are refused at the same time. Answers undefined when
 * the session is over; rejects when nobody answered, which must not look like the end of a session.
 */
export function renewalBy(session: ActorRefFrom<typeof sessionMachine>): RenewSession {
  return async (spent) => {
    session.send({ type: 'refused', token: spent });
    const state = await waitFor(session, (each) => each.hasTag('known') && !each.matches({ signedIn: 'renewing' }));
    if (state.matches({ signedIn: 'unreachable' })) throw new TypeError('The session could not be renewed');
    const token = state.context.tokens?.token;
    return token === spent ? undefined : token;
  };
}
