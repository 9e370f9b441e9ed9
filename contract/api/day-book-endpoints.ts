import { dayBookParams, dayBookQuery, dayBookView } from './day-book.schema.ts';
import type { Endpoint } from './endpoint.ts';

export const DAY_BOOK_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'get',
    path: '/api/shops/:shopId/day-book',
    auth: 'vendor',
    summary: "A day of a shop's till: cash by order, online payment, cash still due",
    params: dayBookParams,
    query: dayBookQuery,
    status: 200,
    answer: dayBookView,
  },
  {
    method: 'get',
    path: '/api/shops/:shopId/day-book.csv',
    auth: 'vendor',
    summary: "The cash of a day of a shop's till as CSV, a row for each order",
    params: dayBookParams,
    query: dayBookQuery,
    status: 200,
    file: 'text/csv',
  },
];
