import * as z from 'zod';
import { id } from './common.schema.ts';

/** The signed-in user with the session's context: `role`, `shop_id` and `shop_slug` only for a member of that shop. */
export const userView = z
  .object({
    id,
    name: z.string().nullable(),
    email: z.string(),
    mobile: z.string().nullable(),
    profile_image: z.string().nullable(),
    role: z.literal('vendor').optional(),
    shop_id: id.optional(),
    shop_slug: z.string().optional(),
  })
  .meta({ id: 'User' });
export type UserView = z.infer<typeof userView>;
