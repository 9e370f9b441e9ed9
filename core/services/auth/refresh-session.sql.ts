/** The living session of the token with that hash, locked: refreshes of one session take turns. */
export const LOCK_SESSION = `
  SELECT s.id FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
  WHERE t.token_hash = $1 AND s.revoked_at IS NULL AND s.expires_at > now()
  FOR UPDATE OF s`;

/** A statement of its own, so that it sees what the one before us in the queue has done. */
export const FIND_TOKEN = `
  SELECT id, session_id, predecessor_id, used_at IS NOT NULL AS is_used, retired_at IS NOT NULL AS is_retired
  FROM refresh_tokens WHERE token_hash = $1`;

export const MARK_USED = `UPDATE refresh_tokens SET used_at = now() WHERE id = $1`;

/** The predecessor $2 of the token $1, and its other successors. */
export const RETIRE_ELDERS = `
  UPDATE refresh_tokens SET retired_at = now()
  WHERE (id = $2 OR predecessor_id = $2) AND id <> $1 AND retired_at IS NULL`;

export const ADD_TOKEN = `INSERT INTO refresh_tokens (session_id, token_hash, predecessor_id) VALUES ($1, $2, $3)`;

/** Thirty days from now, yet half a year at most after signing in. */
export const EXTEND_SESSION = `
  UPDATE sessions SET expires_at = least(now() + make_interval(days => $2), created_at + interval '180 days')
  WHERE id = $1`;

export const REVOKE = `
  WITH ended AS (UPDATE sessions SET revoked_at = now() WHERE id = $1 AND revoked_at IS NULL RETURNING id)
  DELETE FROM push_tokens WHERE session_id IN (SELECT id FROM ended)`;

/** Successors of the token $1 that nobody has used, all but the newest nine: who stores none of them asks for ever more. */
export const PRUNE_UNUSED = `
  WITH unused AS (
    SELECT id FROM refresh_tokens WHERE predecessor_id = $1 AND used_at IS NULL AND retired_at IS NULL
    ORDER BY id DESC OFFSET 9
  )
  DELETE FROM refresh_tokens WHERE id IN (SELECT id FROM unused)`;

/** Whose token that is, living or not. */
export const FIND_FAMILY = `SELECT session_id FROM refresh_tokens WHERE token_hash = $1`;
