import * as z from 'zod';
import { id, idParam, moment } from './common.schema.ts';

export const dayBookParams = z.object({ shopId: idParam });

/** A day of the shop's own calendar; without one, its today. */
export const dayBookQuery = z.object({
  day: z.iso
    .date('must be a day as YYYY-MM-DD')
    .refine((day) => day >= '2000-01-01' && day < '2200-01-01', 'must be a day of this age')
    .optional(),
});

const day = z.iso.date();
/** Rupees; a sum may be beyond what one price may be. */
const sum = z.object({ orders: z.number().int().min(0), amount: z.number().min(0) });

/** The most orders that one day's list has; its sums are those of all. */
export const MOST_IN_DAY_BOOK = 5_000;

/**
 * What a shop's till must hold for a day: cash counts on the day the order was delivered, online payment on the day it was
 * placed, as in the figures. What was or will be refunded does not count.
 */
export const dayBookView = z
  .object({
    day,
    today: day.meta({ description: "Today by the shop's own clock" }),
    cash: sum.extend({
      list: z
        .array(
          z.object({
            id,
            orderNumber: z.string(),
            delivered_at: moment,
            time: z.string().meta({ description: "The same by the shop's own clock, HH:MM" }),
            by: z.string().nullable().meta({ description: 'Who handed it over' }),
            customer_name: z.string(),
            takeaway: z.boolean(),
            amount: z.number().min(0),
          }),
        )
        .meta({ description: `By the time of delivery, at most ${MOST_IN_DAY_BOOK}` }),
    }),
    online: sum,
    total: z.number().min(0).meta({ description: 'Cash and online together' }),
    due: sum.meta({ description: 'Cash of all orders that are not delivered yet, whenever they were placed' }),
  })
  .meta({ id: 'DayBook' });
export type DayBookView = z.infer<typeof dayBookView>;
