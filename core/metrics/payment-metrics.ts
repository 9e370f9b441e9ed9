import { type PaymentHealth, readPaymentHealth } from '../services/payments/payment-health.ts';
import { gauge } from './gauge.ts';
import { reading } from './reading.ts';

const readHealth = reading('payments', readPaymentHealth);

const GAUGES = {
  haat_payments_money_without_order: ['moneyWithoutOrder', 'Payments that neither an order nor a refund stands for.'],
  haat_payments_order_without_money: ['orderWithoutMoney', 'Orders of 30 days that say they are paid and are not.'],
  haat_payments_refunds_failed: ['refundsFailed', 'Payments whose refund was refused for good.'],
  haat_payments_refunds_waiting: ['refundsWaiting', 'Refunds that are due or under way.'],
  haat_payments_holds_overdue: [
    'holdsOverdue',
    'Orders whose time to pay ran out two minutes ago, and that hold goods.',
  ],
  haat_payments_events_waiting: ['eventsWaiting', 'Reports of providers that have waited for a minute.'],
} as const satisfies Record<string, readonly [Exclude<keyof PaymentHealth, 'orders'>, string]>;

for (const [name, [field, meaning]] of Object.entries(GAUGES)) {
  gauge({
    name,
    help: `${meaning} The same in every process: take the greatest.`,
    async collect() {
      this.set((await readHealth())?.[field] ?? Number.NaN);
    },
  });
}
