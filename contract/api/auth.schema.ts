import * as z from 'zod';
import { email, id, slug } from './common.schema.ts';

export const sendTokenBody = z.object({ email, shop_slug: slug });
export const sendTokenView = z.object({
  message: z.string(),
  resend_after: z.number().int().meta({ description: 'Seconds until another code may be asked for' }),
});

export const loginBody = z.object({ email, token: z.string().trim().min(1).max(64), shop_slug: slug });
export const loginView = z.object({ token: z.string(), refreshToken: z.string(), user: z.object({ id }) });
export type LoginView = z.infer<typeof loginView>;

export const refreshBody = z.object({ refreshToken: z.string().min(1).max(256) });
export const refreshView = z.object({ token: z.string(), refreshToken: z.string() });
export type RefreshView = z.infer<typeof refreshView>;

/** An expired access token is accepted when the refresh token is in the body. */
export const logoutBody = z.object({ refreshToken: z.string().max(256).optional() }).optional();
