import type { OperatorShopView } from '@haat/contract/api/operator.schema';
import { slugProblem } from '@haat/contract/rules/new-shop';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';
import { OPERATOR_SHOP } from './operator-shops-query.ts';

const PAUSE_MS = 400;

/** Whether another shop has that slug; undefined until it is known. Asked once the typing pauses. */
export function useSlugTaken(slug: string): boolean | undefined {
  const asked = useSettled(slug);
  const isPossible = asked === slug && slugProblem(slug) === undefined;
  const { data } = useQuery({
    queryKey: [...DESK_QUERY_KEYS.operatorShops, 'slug', asked],
    queryFn: ({ signal }) =>
      callApi<OperatorShopView[]>(`/api/operator/shops?limit=1&slug=${asked}`, { signal, like: [OPERATOR_SHOP] }),
    enabled: isPossible,
    staleTime: 0,
  });
  return isPossible && data ? data.length > 0 : undefined;
}

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
