import type { PauseView } from '@haat/contract/shops/settings.calls';
import type { Shop } from '@haat/core/db/shops.models';
import { isPaused } from '@haat/core/shops/settings';

/** Whether a shop takes no orders now, or none of one kind, and until when. */
export function presentPause(shop: Pick<Shop, 'pausedAt' | 'pausedUntil' | 'pausedFulfilment'>): PauseView {
  const isOn = isPaused(shop);
  const { pausedFulfilment: fulfilment } = shop;
  return {
    paused: isOn && fulfilment === null,
    paused_until: (isOn && shop.pausedUntil?.toISOString()) || null,
    ...(isOn && fulfilment && { paused_fulfilment: fulfilment }),
  };
}
