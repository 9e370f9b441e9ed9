import type { Env } from '@haat/core/env';

/** Our own files, our own sockets, nothing from elsewhere, no frames. */
const OWN = {
  'default-src': ["'self'"],
  'script-src': ["'self'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  // Not every browser counts web sockets of the same host as 'self'.
  'connect-src': ["'self'", 'ws:', 'wss:'],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'media-src': ["'self'"],
  'frame-src': ["'none'"],
  'object-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'self'"],
  'frame-ancestors': ["'none'"],
} as const;

const CHECKOUT = 'https://checkout.razorpay.com';
const API = 'https://api.razorpay.com';
const FILES = 'https://cdn.razorpay.com';
const COUNTS = 'https://lumberjack.razorpay.com';

/** Where a browser registers for push messages; they themselves come through the browser, not the page. */
const PUSH = ['https://fcmregistrations.googleapis.com', 'https://firebaseinstallations.googleapis.com'];

/** Razorpay's window is a frame of theirs, which their script opens over our page. */
const WITH_RAZORPAY = {
  ...OWN,
  'script-src': ["'self'", CHECKOUT, FILES],
  'connect-src': [...OWN['connect-src'], CHECKOUT, API, COUNTS],
  'img-src': [...OWN['img-src'], CHECKOUT, FILES],
  'frame-src': [CHECKOUT, API],
};

type Policy = Record<keyof typeof OWN, readonly string[]>;
type Settings = Pick<Env, 'RAZORPAY_KEY_ID' | 'RAZORPAY_CHECKOUT_URL' | 'FIREBASE_WEB_CONFIG' | 'UPLOADS_PUBLIC_URL'>;

/** What a browser may load and do on our pages: what is of others only where it is used. */
export function contentPolicy({
  RAZORPAY_KEY_ID: key,
  RAZORPAY_CHECKOUT_URL: url,
  FIREBASE_WEB_CONFIG: push,
  UPLOADS_PUBLIC_URL: uploads,
}: Settings): Policy {
  const policy: Policy = key && URL.parse(url)?.origin === CHECKOUT ? WITH_RAZORPAY : OWN;
  const pictures = uploads ? [new URL(uploads).origin] : [];
  return {
    ...policy,
    'img-src': [...policy['img-src'], ...pictures],
    // The service worker asks for pictures too, and what it asks for are connections.
    'connect-src': [...policy['connect-src'], ...(push ? PUSH : []), ...pictures],
  };
}
