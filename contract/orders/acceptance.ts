/**
 * Until when a shop can accept a Pending order, and when half of that time is over, in ms since 1970. The time counts while the
 * shop is open, so that an order that is placed at night has all of it in the morning.
 */
export type Acceptance = { acceptBy: number; halfOver: number };

type Deadlines = { accept_by: string | null; unanswered_from: string | null };

/** The deadlines of an order from the API; undefined while they are not set yet. */
export function acceptanceOf({ accept_by: acceptBy, unanswered_from: halfOver }: Deadlines): Acceptance | undefined {
  if (acceptBy === null || halfOver === null) return undefined;
  return { acceptBy: Date.parse(acceptBy), halfOver: Date.parse(halfOver) };
}

export const LONGEST_LAST_CALL_MS = 2 * 60_000;

/** The moment from which the shop is called once more: the last two minutes, or the last fifth of a short time. */
export const lastCallAt = ({ acceptBy, halfOver }: Acceptance): number =>
  acceptBy - Math.min(LONGEST_LAST_CALL_MS, (2 * (acceptBy - halfOver)) / 5);

/** `counting`: from half of the time on, the ticket counts down. `lastCall`: the devices of the shop ring again. */
export type AcceptanceStage = 'early' | 'counting' | 'lastCall' | 'over';

export function acceptanceStage(acceptance: Acceptance, now: number): AcceptanceStage {
  if (now >= acceptance.acceptBy) return 'over';
  if (now >= lastCallAt(acceptance)) return 'lastCall';
  return now >= acceptance.halfOver ? 'counting' : 'early';
}
