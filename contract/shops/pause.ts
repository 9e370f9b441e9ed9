import { minutesInZone } from './opening-hours.ts';

/** How long a shop can pause its orders, in minutes; it can also pause until it resumes. */
export const PAUSE_MINUTES = [15, 30, 60] as const;
export type PauseMinutes = (typeof PAUSE_MINUTES)[number];

/** `paused_until`: when the pause ends automatically (ISO); without it, it lasts until a member resumes. */
export type Pause = { paused: boolean; paused_until?: string | null | undefined };

/** Whether the shop takes no orders at that moment. */
export const isPausedAt = ({ paused, paused_until: until }: Pause, at: Date): boolean =>
  paused && !(until && Date.parse(until) <= at.getTime());

/** The time at which the pause ends, such as `16:30`, in the zone of the shop; undefined when it has no end. */
export function pauseEnd({ paused_until: until }: Pause, timeZone?: string): string | undefined {
  if (!until) return undefined;
  const minutes = minutesInZone(new Date(until), timeZone);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':');
}
