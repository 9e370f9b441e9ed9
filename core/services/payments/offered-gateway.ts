import { PAYMENT_NOT_OFFERED, type PaymentProvider } from '@haat/contract/rules/payment';
import { DomainError } from '../../errors.ts';
import { paymentGateway } from '../../gateways/payments/gateways.ts';
import type { PaymentGateway } from '../../gateways/payments/payment-gateway.ts';

/** The gateway of a provider that a customer has chosen. Throws unavailable when it is not offered here. */
export function offeredGateway(provider: PaymentProvider): PaymentGateway {
  const gateway = paymentGateway(provider);
  if (!gateway) throw new DomainError('unavailable', PAYMENT_NOT_OFFERED);
  return gateway;
}
