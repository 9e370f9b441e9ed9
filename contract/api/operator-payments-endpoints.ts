import * as z from 'zod';
import { idParams } from './common.schema.ts';
import type { Endpoint } from './endpoint.ts';
import {
  operatorPaymentsQuery,
  operatorPaymentView,
  paymentHealthView,
  paymentTrailView,
} from './operator-payments.schema.ts';

/** How the platform's operator looks after online payments. */
export const OPERATOR_PAYMENTS_ENDPOINTS: readonly Endpoint[] = [
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
