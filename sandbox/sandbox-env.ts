import type { Keys } from './world/world.ts';

/** The settings that lead api and worker to the sandbox. The script is named without an origin: pages load it from their own. */
export function sandboxEnv(
  keys: Keys,
  urls: { stripe: string; razorpay: string; pages: string },
): Record<string, string> {
  return {
    STRIPE_SECRET_KEY: keys.stripeSecretKey,
    STRIPE_WEBHOOK_SECRET: keys.stripeWebhookSecret,
    STRIPE_API_URL: urls.stripe,
    RAZORPAY_KEY_ID: keys.razorpayKeyId,
    RAZORPAY_KEY_SECRET: keys.razorpayKeySecret,
    RAZORPAY_WEBHOOK_SECRET: keys.razorpayWebhookSecret,
    RAZORPAY_API_URL: urls.razorpay,
    RAZORPAY_CHECKOUT_URL: '/dev/pay/checkout.js',
    PAYMENT_SANDBOX_URL: urls.pages,
  };
}
