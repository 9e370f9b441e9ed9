import type { Direction } from '@haat/contract/platform/operator-lists';
import { PLATFORM_ZONE } from './platform-zone.sql.ts';

/** The days that a list is of, `YYYY-MM-DD`, both included, in the time zone of the platform. */
export type ListDays = { from?: string | undefined; to?: string | undefined };

const BEGIN_OF = (day: string) => `((${day})::timestamp AT TIME ZONE ${PLATFORM_ZONE})`;

/** Whether a time is within the days `:from` to `:to`, of which each may be NULL. */
export const IN_DAYS = (at: string): string => `(:from::date IS NULL OR ${at} >= ${BEGIN_OF(':from::date')})
    AND (:to::date IS NULL OR ${at} < ${BEGIN_OF(':to::date + 1')})`;

type Sorted = { table: string; as: string; key: string; direction: Direction };

/**
 * The ids of a page: at most `:limit` matching rows after the row `:after`, in the order of their keys. The keys must not be
 * NULL. The statement must not be prepared by name: its plan depends on which parameters are NULL.
 */
export function pageOfIds({ table, as, key, direction }: Sorted, matches: string): string {
  const [comparison, order] = direction === 'asc' ? ['>', 'ASC'] : ['<', 'DESC'];
  const isAfter =
    key === `${as}.id`
      ? `${key} ${comparison} :after`
      : `(${key}, ${as}.id) ${comparison} (SELECT ${key}, ${as}.id FROM ${table} ${as} WHERE ${as}.id = :after)`;
  const sorted = key === `${as}.id` ? `${key} ${order}` : `${key} ${order}, ${as}.id ${order}`;
  return `SELECT ${as}.id FROM ${table} ${as}
    WHERE ${matches} AND (:after::bigint IS NULL OR ${isAfter}) ORDER BY ${sorted} LIMIT :limit::int`;
}

/** The ids of all rows that match, in the order of their keys. Not to be prepared by name, either. */
export const allIds = ({ table, as, key, direction }: Sorted, matches: string): string =>
  `SELECT ${as}.id FROM ${table} ${as} WHERE ${matches} ORDER BY ${key} ${direction}, ${as}.id ${direction}`;
