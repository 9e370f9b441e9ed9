import * as z from 'zod';
import { email, id, idParam, moment } from './common.schema.ts';

export const SHOP_ROLES = ['vendor', 'admin'] as const;

export const memberParams = z.object({ shopId: idParam, userId: idParam });

const role = z.enum(SHOP_ROLES);

export const inviteMemberBody = z.object({ email, role });
export const changeRoleBody = z.object({ role });

/**
 * `joined`: the first sign-in at the shop; none while somebody is only invited. `invited`: when the invitation was sent, the
 * last time. It does not end by itself: whoever is invited is in the team until they are removed.
 */
export const memberView = z
  .object({
    id,
    email: z.string(),
    name: z.string().nullable(),
    role,
    invited: moment.nullable(),
    joined: moment.nullable(),
  })
  .meta({ id: 'Member' });
export type MemberView = z.infer<typeof memberView>;
