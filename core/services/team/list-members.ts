import { database } from '../../db/database.ts';
import { TEAM, type TeamMember } from './team-member.ts';

/** Who works for the shop, admins first, then by email. */
export async function listMembers({ shopId }: { shopId: number }): Promise<TeamMember[]> {
  const { rows } = await database().pool.query<TeamMember>({
    name: 'list-members',
    text: `${TEAM} ORDER BY m.role, u.email`,
    values: [shopId],
  });
  return rows;
}
