import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { ownShopParams } from '../shops/settings.calls.ts';
import { email, id, idParam, mobile, singleLine, timestamp, page } from '../common.ts';
import { ACTIVITY_KINDS } from '../activity/activity.ts';
import { SHOP_ROLES } from './shop-roles.ts';

export const memberParams = z.object({ shopId: idParam, userId: idParam });

/** As long as the name in a profile. */
const MEMBER_NAME_MAX = 100;

const role = z.enum(SHOP_ROLES);

/** `name`: how the team knows the person; kept only for a new account, whose owner can change it. */
export const inviteMemberBody = z
  .object({ email: email.optional(), mobile: mobile.optional(), name: singleLine(MEMBER_NAME_MAX).optional(), role })
  .refine(({ email, mobile }) => (email === undefined) !== (mobile === undefined), {
    path: ['email'],
    error: 'is required, or mobile, but not both',
  });
export const changeRoleBody = z.object({ role });

/**
 * `joined`: the first login at the shop; null while the person is only invited. `invited`: when the invitation was last sent. It
 * does not expire: an invited person stays in the team until they are removed.
 */
export const memberView = z
  .object({
    id,
    email: z.string().nullable(),
    mobile: z.string().nullable().meta({ description: 'To log in with' }),
    name: z.string().nullable(),
    role,
    invited: timestamp.nullable(),
    joined: timestamp.nullable(),
    has_pin: z.boolean().meta({ description: 'For the shared devices of the shop' }),
  })
  .meta({ id: 'Member' });
export type MemberView = z.infer<typeof memberView>;

/** `after`: the id of the last entry of the previous page; `by`: only actions of this user; `kind`: only actions of this kind. */
export const activityQuery = page.extend({ by: idParam.optional(), kind: z.enum(ACTIVITY_KINDS).optional() });
export const operatorActivityQuery = page;

const fields = z.record(z.string(), z.unknown()).nullable();

/** `actor`: null for commands run on the server. */
export const activityView = z
  .object({
    id,
    at: timestamp,
    action: z.string().meta({ description: 'E.g. settings.changed' }),
    actor: z
      .object({
        id,
        name: z.string(),
        operator: z
          .boolean()
          .optional()
          .meta({ description: 'An operator of the platform who is not a member of the shop' }),
      })
      .nullable(),
    subject: z.string().nullable(),
    before: fields,
    after: fields,
  })
  .meta({ id: 'Activity' });
export type ActivityView = z.infer<typeof activityView>;

export const operatorActivityView = activityView
  .extend({
    shop: z
      .object({ id, slug: z.string(), name: z.string().nullable() })
      .nullable()
      .meta({ description: 'Null for actions on an account' }),
  })
  .meta({ id: 'OperatorActivity' });
export type OperatorActivityView = z.infer<typeof operatorActivityView>;

export const listMembers = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/members',
  access: 'shop',
  summary: "List a shop's team",
  params: ownShopParams,
  output: z.array(memberView),
});

export const inviteMember = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/members',
  access: 'administration',
  changes: ['/api/shops/:shopId/members', '/api/shops/:shopId/activity'],
  summary: 'Invite a person to the team, by email or by a message to a mobile number',
  params: ownShopParams,
  body: inviteMemberBody,
  status: 201,
  output: memberView,
  errors: ['already_member', 'rate_limited'],
});

export const changeRole = endpoint({
  method: 'patch',
  path: '/api/shops/:shopId/members/:userId',
  access: 'administration',
  changes: ['/api/shops/:shopId/members', '/api/shops/:shopId/activity'],
  summary: "Change a member's role",
  params: memberParams,
  body: changeRoleBody,
  output: memberView,
  errors: ['last_admin'],
});

export const resendInvitation = endpoint({
  method: 'post',
  path: '/api/shops/:shopId/members/:userId/invitation',
  access: 'administration',
  changes: ['/api/shops/:shopId/members', '/api/shops/:shopId/activity'],
  summary: 'Send the invitation again to a person who has not logged in yet',
  params: memberParams,
  output: memberView,
  errors: ['already_member', 'rate_limited'],
});

export const removeMember = endpoint({
  method: 'delete',
  path: '/api/shops/:shopId/members/:userId',
  access: 'membership',
  changes: ['/api/shops/:shopId/members', '/api/shops/:shopId/activity'],
  summary: 'Remove a member (admins only), or leave the team',
  params: memberParams,
  errors: ['last_admin'],
});

export const listActivity = endpoint({
  method: 'get',
  path: '/api/shops/:shopId/activity',
  access: 'administration',
  summary: "List a shop's activity, newest first",
  params: ownShopParams,
  query: activityQuery,
  output: z.array(activityView),
});
