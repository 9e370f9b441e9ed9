/** Whether a code for that very address ($2) of the user $1 can still be entered for a minute or longer. */
export const HAS_LIVE_CODE = `
  SELECT EXISTS (
    SELECT FROM otp_codes c JOIN users u ON u.id = c.user_id AND u.pending_email = c.email
    WHERE c.user_id = $1 AND c.email = $2 AND c.consumed_at IS NULL AND c.superseded_at IS NULL
      AND c.attempts < 5 AND c.expires_at > now() + interval '1 minute'
  ) AS found`;

/** The codes of the user $1 stop working. */
export const SUPERSEDE_CHANGE = `
  UPDATE otp_codes SET superseded_at = now()
  WHERE user_id = $1 AND consumed_at IS NULL AND superseded_at IS NULL`;

/** A code for the address $2 of the user $1, signed in at the shop $3, good for $4 minutes, with what mails it. */
export const INSERT_CHANGE_CODE = `
  WITH code AS (
    INSERT INTO otp_codes (user_id, email, shop_id, expires_at) VALUES ($1, $2, $3, now() + make_interval(mins => $4))
    ON CONFLICT DO NOTHING
    RETURNING id
  )
  INSERT INTO outbox (topic, subject_id) SELECT 'otp.requested', id FROM code
  RETURNING id, subject_id AS "subjectId"`;

/** Takes one of the five tries of the living code of the user $1; no row when there is none left. */
export const CLAIM_CHANGE_GUESS = `
  UPDATE otp_codes c SET attempts = c.attempts + 1
  FROM users u
  WHERE u.id = $1 AND c.user_id = u.id AND c.email = u.pending_email
    AND c.consumed_at IS NULL AND c.superseded_at IS NULL AND c.expires_at > now()
    AND c.code_hash IS NOT NULL AND c.attempts < 5
  RETURNING c.id, c.code_hash`;

/**
 * Of any number of right guesses one gets a row: the address changes, the old one is kept for the notice to it, and all
 * sessions of the account but $2 end, with what is pushed to their devices.
 */
export const CHANGE_EMAIL = `
  WITH before AS (
    SELECT u.id, u.email, c.id AS code_id, c.email AS new_email
    FROM otp_codes c JOIN users u ON u.id = c.user_id AND u.pending_email = c.email
    WHERE c.id = $1 AND c.consumed_at IS NULL AND c.superseded_at IS NULL
    FOR UPDATE OF c, u
  ), consumed AS (
    UPDATE otp_codes c SET consumed_at = now(), previous_email = before.email FROM before WHERE c.id = before.code_id
  ), changed AS (
    UPDATE users u SET email = before.new_email, pending_email = NULL FROM before WHERE u.id = before.id
    RETURNING u.email
  ), ended AS (
    UPDATE sessions s SET revoked_at = now() FROM before
    WHERE s.user_id = before.id AND s.id <> $2 AND s.revoked_at IS NULL AND s.expires_at > now()
    RETURNING s.id
  ), devices AS (
    DELETE FROM push_tokens WHERE session_id IN (SELECT id FROM ended)
  ), notice AS (
    INSERT INTO outbox (topic, subject_id) SELECT 'email.changed', code_id FROM before
    RETURNING id, subject_id
  )
  SELECT notice.id, notice.subject_id AS "subjectId", changed.email, ARRAY(SELECT id FROM ended) AS ended
  FROM notice, changed`;
