import * as z from 'zod';
import { idParams } from './common.schema.ts';
import type { Endpoint } from './endpoint.ts';
import { queueBoardView } from './operator.schema.ts';
import {
  operatorPaymentsQuery,
  operatorPaymentView,
  paymentHealthView,
  paymentTrailView,
} from './operator-payments.schema.ts';

/** How the platform's operator looks after online payments and the queues. */
export const OPERATOR_PAYMENTS_ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'post',
    path: '/api/operator/queue-board',
    auth: 'operator',
    summary: 'Lets this browser look at the board of the queues, for an hour',
    isRead: true,
    status: 200,
    answer: queueBoardView,
  },
  {
    method: 'get',
    path: '/api/operator/payments',
    auth: 'operator',
    summary: 'Online payments, newest first',
    query: operatorPaymentsQuery,
    status: 200,
    answer: z.array(operatorPaymentView),
  },
  {
    method: 'get',
    path: '/api/operator/payments/health',
    auth: 'operator',
    summary: 'Whether orders and money agree',
    status: 200,
    answer: paymentHealthView,
  },
  {
    method: 'get',
    path: '/api/operator/payments/:id',
    auth: 'operator',
    summary: 'One payment with all that happened to it',
    params: idParams,
    status: 200,
    answer: paymentTrailView,
  },
  {
    method: 'post',
    path: '/api/operator/payments/:id/check',
    auth: 'operator',
    summary: 'Ask the provider now how a payment or its refund stands',
    params: idParams,
    status: 200,
    answer: paymentTrailView,
  },
  {
    method: 'post',
    path: '/api/operator/payments/:id/refund',
    auth: 'operator',
    summary: 'Give the money of a payment back, or try that again',
    params: idParams,
    status: 200,
    answer: paymentTrailView,
  },
];
