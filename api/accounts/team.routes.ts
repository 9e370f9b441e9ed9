import * as api from '@haat/contract/accounts/team.calls';
import { type ActivityRow, listActivity } from '@haat/core/activity/activity-log';
import { findActingShop } from '@haat/core/accounts/shop-rights';
import { inviteAgain, inviteMember } from '@haat/core/accounts/invitations';
import { changeRole, listMembers, removeMember, type TeamMember } from '@haat/core/accounts/team';
import { wire } from '@haat/core/lib/wire';
import { requireAccess, type Route, route } from '../http/route.ts';

/** The members of a shop and their actions. */
export const teamRoutes: Route[] = [
  route(api.listMembers, async ({ user, params }) => {
    const shopId = await findActingShop('shop', user, params.shopId);
    return (await listMembers({ shopId })).map(presentMember);
  }),

  route(api.inviteMember, async ({ user, params, body }) => {
    const shopId = await findActingShop('administration', user, params.shopId);
    const { email, mobile, name, role } = body;
    const contact = email === undefined ? { mobile: mobile ?? '' } : { email };
    return presentMember(await inviteMember({ ...contact, shopId, actorId: user.actorId, name, role }));
  }),

  route(api.changeRole, async ({ user, params, body }) => {
    const shopId = await findActingShop('administration', user, params.shopId);
    return presentMember(await changeRole({ shopId, actorId: user.actorId, userId: params.userId, role: body.role }));
  }),

  route(api.resendInvitation, async ({ user, params }) => {
    const shopId = await findActingShop('administration', user, params.shopId);
    return presentMember(await inviteAgain({ shopId, actorId: user.actorId, userId: params.userId }));
  }),

  route(api.removeMember, async ({ user, params: { shopId: named, userId } }) => {
    // Members may leave their shop; only admins may remove others.
    if (userId !== user.actorId) requireAccess(user, 'administration');
    const shopId = await findActingShop('membership', user, named);
    await removeMember({ shopId, actorId: user.actorId, userId });
  }),

  route(api.listActivity, async ({ user, params, query }) => {
    const shopId = await findActingShop('administration', user, params.shopId);
    return (await listActivity({ shopId, ...query })).map(presentActivity);
  }),
];

const presentMember = (member: TeamMember) => wire(api.memberView, { ...member, id: member.userId });

export function presentActivity(row: ActivityRow) {
  const { actorId, actorName, byOperator } = row;
  const actor = actorId === null ? null : { id: actorId, name: actorName ?? '', operator: byOperator || null };
  return wire(api.activityView, { ...row, actor });
}
