/** Since when a shop takes no orders at all; NULL when it takes some, also after the end of its pause. */
export const pausedAt = (shop = 'shops'): string =>
  `CASE WHEN ${shop}.paused_until <= now() OR ${shop}.paused_fulfilment IS NOT NULL THEN NULL ELSE ${shop}.paused_at END`;

/** Whether a shop takes no takeaways now or, where the expression `takeaway` is false, no deliveries. */
export const isPausedFor = (shop: string, takeaway: string): string =>
  `(${shop}.paused_at IS NOT NULL AND (${shop}.paused_until <= now()) IS NOT TRUE
    AND coalesce(${shop}.paused_fulfilment = CASE WHEN ${takeaway} THEN 'takeaway' ELSE 'delivery' END, true))`;
