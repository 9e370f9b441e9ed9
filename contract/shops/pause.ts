import { type Fulfilment, minutesInZone } from './opening-hours.ts';

/** How long a shop can pause its orders, in minutes; it can also pause until it resumes. */
export const PAUSE_MINUTES = [15, 30, 60] as const;
export type PauseMinutes = (typeof PAUSE_MINUTES)[number];

/**
 * `paused`: of everything; `paused_fulfilment`: of that alone. `paused_until`: when the pause ends automatically (ISO); without it,
 * it lasts until a member resumes.
 */
export type Pause = {
  paused: boolean;
  paused_until?: string | null | undefined;
  paused_fulfilment?: Fulfilment | undefined;
};

/** Whether the shop takes no orders at that moment; with a fulfilment, none of that kind. */
export const isPausedAt = (pause: Pause, at: Date, fulfilment?: Fulfilment): boolean =>
  (pause.paused || (fulfilment !== undefined && pause.paused_fulfilment === fulfilment)) && isOn(pause, at);

/** Whether a pause is on, of everything or of one kind of order. */
export const hasPauseAt = (pause: Pause, at: Date): boolean =>
  (pause.paused || pause.paused_fulfilment !== undefined) && isOn(pause, at);

const isOn = ({ paused_until: until }: Pause, at: Date): boolean => !(until && Date.parse(until) <= at.getTime());

/** The time at which the pause ends, such as `16:30`, in the zone of the shop; undefined when it has no end. */
export function pauseEnd({ paused_until: until }: Pause, timeZone?: string): string | undefined {
  if (!until) return undefined;
  const minutes = minutesInZone(new Date(until), timeZone);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
