import type { QueuedAction } from '@haat/machines/orders/offline-queue.machine';
import { serverNow } from '../server-clock.ts';
import { acting, type Actor, queueState, repeatAction } from './offline-queue.ts';

/** The author of a change made after a shared device should have locked: it could be any member. No user has this id. */
export const NOBODY: Actor = { id: 0, name: '' };

const isOver = (until: string | undefined) => until !== undefined && Date.parse(until) <= serverNow();

/**
 * Who makes changes from now on: the acting member of a shared device, or the logged-in account on other devices; undefined while
 * the device is locked. `until`: when a shared device locks. Offline it cannot lock, so later changes belong to no member.
 * Sends the changes of this member that were waiting for them.
 */
export function setActor(actor: Actor | undefined, until?: string): void {
  acting.member = () => (actor && isOver(until) ? NOBODY : actor);
  for (const action of queueState().actions)
    if (isOfOther(action) && action.actor?.id === actor?.id) repeatAction(action.id);
}

/** Whether a change waits for its author because another member acts on this device, or none. */
export const isOfOther = ({ refusal }: QueuedAction): boolean => refusal?.reason.code === 'pin_required';

/** Sends another member's change as a change of the acting member, who has agreed to it; a sale keeps the name of its author. */
export function sendAs({ id, call, body, actor: maker }: QueuedAction, actor: Actor): void {
  const isSale = call === 'sellAtCounter' && maker?.name;
  repeatAction(id, isSale ? { ...(body as object), sold_by: maker.name } : undefined, actor);
}
