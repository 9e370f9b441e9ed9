import * as z from 'zod';
import { DIRECTIONS } from './operator-lists.ts';
import { dayOfReport } from '../money/reports.calls.ts';

const days = {
  from: dayOfReport.optional().meta({ description: 'The first day, in the time zone of the platform' }),
  to: dayOfReport.optional().meta({ description: 'The last day' }),
};

type Days = { from?: string | undefined; to?: string | undefined };

/** The query of a list of the operator: its own fields, and the range of days. */
export const listQuery = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object({ ...days, ...fields }).refine(
    (query) => {
      const { from, to } = query as Days;
      return !from || !to || from <= to;
    },
    { path: ['to'], message: 'must not be before from' },
  );

/** The sort of a list; without a direction, from the newest or the most. */
export const sortedBy = <const Sorts extends readonly [string, ...string[]]>(sorts: Sorts) => ({
  sort: z.enum(sorts).optional(),
  direction: z.enum(DIRECTIONS).optional(),
});
