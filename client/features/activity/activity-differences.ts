import type { ActivityView } from '@haat/contract/api/activity.schema';
import { displayTime } from '@haat/contract/rules/opening-hours';
import { formatRupees } from '@haat/contract/rules/rupees';

export type Difference = { field: string; from: Value; to: Value };
/** Nothing at all, a yes or a no, or something that reads the same in every language. */
export type Value = { nothing: true } | { yes: boolean } | { text: string };

/** For people who look up who it was in other records, not for who reads. */
const NOT_SHOWN = new Set(['user_id']);

/** What an activity changed, field by field, as it is shown: money in rupees, hours as on the signboard. */
export function differencesOf({ before, after }: Pick<ActivityView, 'before' | 'after'>): Difference[] {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return fields
    .filter((field) => !NOT_SHOWN.has(field))
    .map((field) => ({ field, from: valueOf(field, before?.[field]), to: valueOf(field, after?.[field]) }));
}

const MONEY = /price|minordervalue|mrp|total/i;
const TIME = /_time$/;

function valueOf(field: string, value: unknown): Value {
  if (value === null || value === undefined || value === '') return { nothing: true };
  if (typeof value === 'boolean') return { yes: value };
  if (typeof value === 'number') return { text: MONEY.test(field) ? formatRupees(value) : String(value) };
  if (typeof value === 'string') return { text: TIME.test(field) ? displayTime(value) : value };
  return { text: JSON.stringify(value) };
}
