import * as z from 'zod';
import { id, idParam } from './common.schema.ts';

export const figuresParams = z.object({ shopId: idParam });

const count = z.number().int().min(0);
/** Rupees; a sum may be beyond what one price may be. */
const sum = z.number().min(0);
const day = z.iso.date();

/**
 * What a shop's people look at in the morning: today by the shop's own clock, the orders that wait, what runs out, what
 * sells. Takings are the totals of the orders placed that day, without those that were or will be refunded.
 */
export const figuresView = z
  .object({
    today: z.object({ day, orders: count, takings: sum }),
    open_orders: count.meta({ description: 'Not delivered yet, whenever they were placed' }),
    days: z.array(z.object({ day, orders: count, takings: sum })).meta({ description: '14, oldest first, today last' }),
    best_sellers: z
      .array(
        z.object({ product_id: id, name: z.string(), image: z.string().nullable(), quantity: count, takings: sum }),
      )
      .meta({ description: 'Of those 14 days, at most 5' }),
    low_stock_count: count,
    low_stock: z
      .array(
        z.object({ product_id: id, variant_id: id, name: z.string(), option: z.string().nullable(), stock: count }),
      )
      .meta({ description: 'The scarcest, at most 8; only what is on sale' }),
  })
  .meta({ id: 'Figures' });
export type FiguresView = z.infer<typeof figuresView>;
