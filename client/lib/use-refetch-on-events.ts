import type { ApiPath } from '@haat/contract/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from './live-updates.ts';
import { reload } from './reload.ts';

const EVENTS = ['order.status', 'order.refund', 'order.expired', 'order.updated', 'reconnected'] as const;

/**
 * Reloads what reads from these paths with every live event about own orders, which is a new notification, and after a gap in the
 * connection. `paths`: constant.
 */
export function useRefetchOnEvents(paths: readonly ApiPath[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    const stops = EVENTS.map((name) => onLive(name, () => void reload(queries, paths)));
    return () => stops.forEach((stop) => stop());
  }, [queries, paths]);
}
