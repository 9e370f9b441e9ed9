import type { QueuedAction } from '@haat/machines/orders/offline-queue.machine';
import { serverNow } from '../server-clock.ts';
import { acting, type Actor, queueState, repeatAction } from './offline-queue.ts';

/** Of a change on a shared device after the time of the one who worked there last: anybody may have made it. No user has the id. */
export const NOBODY: Actor = { id: 0, name: '' };

const isOver = (until: string | undefined) => until !== undefined && Date.parse(until) <= serverNow();

/**
 * Who makes changes from now on: on a shared device the member who acts, on others the account that is logged in; undefined while
 * the device is locked. `until`: when a shared device locks; later changes are nobody's, as it cannot lock without a connection.
 * Their own changes that waited for them are sent.
 */
export function setActor(actor: Actor | undefined, until?: string): void {
  acting.member = () => (actor && isOver(until) ? NOBODY : actor);
  for (const action of queueState().actions)
    if (isOfOther(action) && action.actor?.id === actor?.id) repeatAction(action.id);
}

/** Whether a change waits for the member who has made it: somebody else acts on this device, or nobody. */
export const isOfOther = ({ refusal }: QueuedAction): boolean => refusal?.reason.code === 'pin_required';

/** Sends a change that another member has made as one of this member, who acts now and has agreed to it; a sale says whose it was. */
export function sendAs({ id, call, body, actor: maker }: QueuedAction, actor: Actor): void {
  const isSale = call === 'sellAtCounter' && maker?.name;
  repeatAction(id, isSale ? { ...(body as object), sold_by: maker.name } : undefined, actor);
}
