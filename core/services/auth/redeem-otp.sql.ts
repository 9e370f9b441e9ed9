/** Takes one of the five tries of the living code of $1 at the shop $2; no row when there is none left. */
export const CLAIM_GUESS = `
  UPDATE otp_codes c SET attempts = c.attempts + 1
  FROM shops h
  WHERE h.slug = $2 AND c.shop_id = h.id AND c.email = $1 AND c.user_id IS NULL
    AND c.consumed_at IS NULL AND c.superseded_at IS NULL AND c.expires_at > now()
    AND c.code_hash IS NOT NULL AND c.attempts < 5
  RETURNING c.id, c.code_hash, c.shop_id`;

/** Of any number of right guesses one gets a row. */
export const CONSUME_CODE = `
  UPDATE otp_codes SET consumed_at = now()
  WHERE id = $1 AND consumed_at IS NULL AND superseded_at IS NULL`;

/** The user of that email, made when there is none. */
export const TAKE_IN_USER = `
  INSERT INTO users (email) VALUES ($1)
  ON CONFLICT (email) DO UPDATE SET email = excluded.email
  RETURNING id, blocked_at`;
