import { Router } from '@koa/router';
import { changeRoleBody, inviteMemberBody, memberParams, type MemberView } from '@haat/contract/api/members.schema';
import { ownShopParams } from '@haat/contract/api/settings.schema';
import { findActingShop } from '@haat/core/services/auth/acting-shop';
import { changeRole } from '@haat/core/services/team/change-role';
import { inviteMember } from '@haat/core/services/team/invite-member';
import { inviteAgain } from '@haat/core/services/team/invite-again';
import { listMembers } from '@haat/core/services/team/list-members';
import { removeMember } from '@haat/core/services/team/remove-member';
import type { TeamMember } from '@haat/core/services/team/team-member';
import { parse } from '../http/parse.ts';
import { type ApiState, requireAdmin, requireMember } from '../http/session.ts';

export const membersRoutes = new Router<ApiState>({ prefix: '/api/shops/:shopId/members' });

membersRoutes.get('/', async (ctx) => {
  const session = requireMember(ctx.state);
  const shopId = await findActingShop(session, parse(ownShopParams, ctx.params).shopId);
  ctx.body = (await listMembers({ shopId })).map(presentMember);
});

membersRoutes.post('/', async (ctx) => {
  const session = requireAdmin(ctx.state);
  const shopId = await findActingShop(session, parse(ownShopParams, ctx.params).shopId);
  const { email, role } = parse(inviteMemberBody, ctx.request.body);
  ctx.body = presentMember(await inviteMember({ shopId, actorId: session.userId, email, role }));
  ctx.status = 201;
});

membersRoutes.patch('/:userId', async (ctx) => {
  const session = requireAdmin(ctx.state);
  const { shopId: named, userId } = parse(memberParams, ctx.params);
  const shopId = await findActingShop(session, named);
  const { role } = parse(changeRoleBody, ctx.request.body);
  ctx.body = presentMember(await changeRole({ shopId, actorId: session.userId, userId, role }));
});

membersRoutes.post('/:userId/invitation', async (ctx) => {
  const session = requireAdmin(ctx.state);
  const { shopId: named, userId } = parse(memberParams, ctx.params);
  const shopId = await findActingShop(session, named);
  ctx.body = presentMember(await inviteAgain({ shopId, actorId: session.userId, userId }));
});

membersRoutes.delete('/:userId', async (ctx) => {
  const session = requireMember(ctx.state);
  const { shopId: named, userId } = parse(memberParams, ctx.params);
  // Whoever works for the shop may leave it; everybody else's place is for its admins.
  if (userId !== session.userId) requireAdmin(ctx.state);
  const shopId = await findActingShop(session, named);
  await removeMember({ shopId, actorId: session.userId, userId });
  ctx.status = 204;
});

function presentMember({ userId, email, name, role, invitedAt, joinedAt }: TeamMember): MemberView {
  const times = { invited: invitedAt?.toISOString() ?? null, joined: joinedAt?.toISOString() ?? null };
  return { id: userId, email, name, role, ...times };
}
