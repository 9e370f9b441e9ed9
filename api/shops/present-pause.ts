import type { PauseView } from '@haat/contract/shops/settings.calls';
import type { Shop } from '@haat/core/db/shops.models';
import { isPaused } from '@haat/core/shops/settings';

/** Whether a shop takes no orders now, and until when. */
export function presentPause(shop: Pick<Shop, 'pausedAt' | 'pausedUntil'>): PauseView {
  const paused = isPaused(shop);
  return { paused, paused_until: (paused && shop.pausedUntil?.toISOString()) || null };
}
