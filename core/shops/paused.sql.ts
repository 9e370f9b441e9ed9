/** Since when a shop takes no orders; NULL when it takes them, also after the end of its pause. */
export const pausedAt = (shop = 'shops'): string =>
  `CASE WHEN ${shop}.paused_until <= now() THEN NULL ELSE ${shop}.paused_at END`;
