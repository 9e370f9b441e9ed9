/**
 * The devices that are to be told of a notification, given the aliases of its row and of its order's: those of the members of
 * the shop for a new order, else those of the customer; as long as they have a session, and where such news are wanted.
 */
export const devicesOf = (n: string, o: string): string => `(
  SELECT t.token_hash, t.token, t.kind
  FROM (
    SELECT m.user_id FROM shop_members m WHERE ${n}.kind = 'order.placed' AND m.shop_id = ${o}.shop_id
    UNION ALL SELECT ${o}.user_id WHERE ${n}.kind <> 'order.placed'
  ) who
  JOIN push_tokens t ON t.user_id = who.user_id AND t.dead_at IS NULL
  JOIN sessions s ON s.id = t.session_id AND s.revoked_at IS NULL AND s.expires_at > now()
  JOIN users u ON u.id = t.user_id AND u.blocked_at IS NULL
  LEFT JOIN push_preferences p ON p.user_id = t.user_id
  WHERE CASE ${n}.kind WHEN 'order.placed' THEN coalesce(p.new_orders, true)
    WHEN 'order.status' THEN coalesce(p.order_status, true) ELSE coalesce(p.refunds, true) END
)`;
