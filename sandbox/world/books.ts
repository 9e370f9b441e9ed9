import type { World } from './world.ts';

/** All money that the providers took and gave back, in paise. */
export type Books = { captured: number; refunded: number };

/** What each provider would put into its statement; refunds count when they are done, not while they are on their way. */
export function booksOf(world: World): Record<'stripe' | 'razorpay', Books> {
  const { stripe, razorpay } = world.state;
  return {
    stripe: {
      captured: sum(Object.values(stripe.intents).filter(({ status }) => status === 'succeeded')),
      refunded: sum(Object.values(stripe.refunds).filter(({ status }) => status === 'succeeded')),
    },
    razorpay: {
      captured: sum(Object.values(razorpay.payments).filter(({ status }) => ['captured', 'refunded'].includes(status))),
      refunded: sum(Object.values(razorpay.refunds).filter(({ status }) => status === 'processed')),
    },
  };
}

const sum = (items: { amount: number }[]): number => items.reduce((total, { amount }) => total + amount, 0);
