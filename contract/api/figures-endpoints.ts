import type { Endpoint } from './endpoint.ts';
import { figuresParams, figuresView } from './figures.schema.ts';

export const FIGURES_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/api/shops/:shopId/figures',
    auth: 'vendor',
    summary: "A shop's day: orders, takings, what waits, what sells, what runs out",
    params: figuresParams,
    status: 200,
    answer: figuresView,
  },
];
