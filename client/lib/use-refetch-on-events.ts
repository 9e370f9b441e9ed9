import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { onLive } from './live-updates.ts';

const EVENTS = ['order.status', 'order.refund', 'order.expired', 'order.updated', 'reconnected'] as const;

/** Refetches a query on every live event about own orders, which is a new notification, and after a gap in the connection. */
export function useRefetchOnEvents(queryKey: QueryKey): void {
  const queries = useQueryClient();
  useEffect(() => {
    const refetch = () => void queries.invalidateQueries({ queryKey });
    const stops = EVENTS.map((name) => onLive(name, refetch));
    return () => stops.forEach((stop) => stop());
  }, [queries, queryKey]);
}
