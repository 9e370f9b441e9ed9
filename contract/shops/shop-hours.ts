import * as z from 'zod';
import { singleLine } from '../common.ts';
import { dayProblem, type DayProblem, MAX_DATES, MAX_RANGES_A_DAY, weekProblems } from './week-problems.ts';

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
export const time = z.string().regex(TIME, 'must be a time from 00:00 to 23:59');

const range = z
  .tuple([time, time])
  .meta({ description: 'Opens and closes; closing at or before opening means the next day, equal times a whole day' });

const PROBLEMS: Record<DayProblem, string> = {
  overlap: 'has hours that overlap: let the later range begin when the earlier one ends, or after it',
  tooMany: `may have at most ${MAX_RANGES_A_DAY} ranges`,
  notATime: 'must have times from 00:00 to 23:59',
};

const refuse = (ctx: z.RefinementCtx, path: PropertyKey[], problem: DayProblem | undefined) => {
  if (problem) ctx.addIssue({ code: 'custom', path, message: PROBLEMS[problem] });
};

const day = z.array(range);
const week = z
  .array(day)
  .length(7, 'must have seven days, Monday first')
  .superRefine((days, ctx) => weekProblems(days).forEach((problem, nth) => refuse(ctx, [nth], problem)));

const isDate = (text: string): boolean =>
  !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

const date = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date like 2026-12-25')
  .refine(isDate, 'must be a date of the calendar');

const ofDate = z
  .object({ delivery: day, takeaway: day, name: singleLine(60).optional().meta({ description: 'Such as a holiday' }) })
  .superRefine((own, ctx) => {
    for (const each of ['delivery', 'takeaway'] as const) refuse(ctx, [each], dayProblem(own[each]));
  });

export const shopHours = z
  .object({
    delivery: week,
    takeaway: week,
    dates: z
      .record(date, ofDate)
      .refine((dates) => Object.keys(dates).length <= MAX_DATES, `may have at most ${MAX_DATES} dates`)
      .meta({ description: 'The dates that differ from their week; empty lists for a day off' }),
  })
  .meta({
    id: 'ShopHours',
    description:
      'The hours of a week for delivery and for takeaway, Monday first, instead of `open_time` and `close_time`',
  });
