import { database } from '@haat/core/db/database';
import { findSessions } from '@haat/core/services/auth/find-sessions';
import { signAccessToken } from '@haat/core/services/auth/tokens';
import type { StageShop } from '../stage.ts';

/** As many as the api allows one user. */
const STREAMS_PER_USER = 5;

/** The addresses of so many streams of one shop: five each for vendors who are signed in, made for it. */
export async function streamPaths({ id }: Pick<StageShop, 'id'>, count: number): Promise<string[]> {
  const { pool } = database();
  const { rows } = await pool.query<{ id: string }>(SIGN_IN_VENDORS, [Math.ceil(count / STREAMS_PER_USER), id]);
  const sessions = await findSessions(rows.map((row) => row.id));
  const tokens = await Promise.all([...sessions.values()].map(signAccessToken));
  const paths = tokens.map((token) => `/api/notifications/stream?token=${token}`);
  return paths.flatMap((path) => Array.from({ length: STREAMS_PER_USER }, () => path)).slice(0, count);
}

const SIGN_IN_VENDORS = `
  WITH vendor AS (
    INSERT INTO users (email, name)
    SELECT 'crowd-' || gen_random_uuid() || '@haat.example', 'Test Vendor' FROM generate_series(1, $1)
    RETURNING id
  ), member AS (
    INSERT INTO shop_members (user_id, shop_id, role) SELECT id, $2, 'vendor' FROM vendor
  )
  INSERT INTO sessions (user_id, shop_id, expires_at) SELECT id, $2, now() + interval '1 day' FROM vendor
  RETURNING id`;
