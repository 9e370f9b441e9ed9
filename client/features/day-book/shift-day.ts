const DAY_MS = 24 * 60 * 60 * 1_000;

/** The day (`YYYY-MM-DD`) that is so many days later on the calendar, earlier when negative. */
export const shiftDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);

/** Whether a text from the address is a day of the calendar. */
export function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false;
  const at = Date.parse(text);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}
