import { expect, it } from 'vitest';
import { contentPolicy } from './headers.ts';

const PUBLIC_URL = 'https://haat.example';
const CHECKOUT = 'https://checkout.razorpay.com/v1/checkout.js';
type Settings = Omit<Parameters<typeof contentPolicy>[0], 'PUBLIC_URL'>;
const policyOf = (settings: Settings) => contentPolicy({ PUBLIC_URL, ...settings });
const text = (settings: Settings) => JSON.stringify(policyOf(settings));

it('allows nothing inline but style attributes, and web sockets of the own host only', () => {
  const { 'style-src-attr': attributes, ...policy } = policyOf({ RAZORPAY_CHECKOUT_URL: CHECKOUT });
  expect(attributes).toEqual(["'unsafe-inline'"]);
  expect(policy['connect-src']).toEqual(["'self'", 'wss://haat.example']);
  expect(JSON.stringify(policy)).not.toMatch(/unsafe|\*|"(ws|wss|https?):"/);
});

it.each([
  ['without a key', { RAZORPAY_CHECKOUT_URL: CHECKOUT }],
  ['with the local checkout', { RAZORPAY_KEY_ID: 'rzp_test_1', RAZORPAY_CHECKOUT_URL: '/dev/pay/checkout.js' }],
])('allows no third-party origin %s', (_, settings) => {
  expect(text(settings)).not.toContain('https:');
  expect(policyOf(settings)['frame-src']).toEqual(["'none'"]);
});

it('allows scripts and frames of the enabled provider, and nothing else', () => {
  const policy = policyOf({ RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_CHECKOUT_URL: CHECKOUT });
  expect(policy['script-src']).toEqual(["'self'", 'https://checkout.razorpay.com', 'https://cdn.razorpay.com']);
  expect(policy['frame-src']).toEqual(['https://checkout.razorpay.com', 'https://api.razorpay.com']);
  const others = JSON.stringify(policy).replaceAll(/https:\/\/\w+\.razorpay\.com/g, '');
  expect(others).not.toMatch(/https|\*|unsafe-eval/);
  for (const name of ['object-src', 'base-uri', 'frame-ancestors'] as const) expect(policy[name]).toEqual(["'none'"]);
});

it('lets a browser register for push messages where they are sent, beside what the checkout needs', () => {
  const FIREBASE_WEB_CONFIG = { apiKey: 'k', appId: 'a', projectId: 'p', messagingSenderId: '1' };
  const without = { RAZORPAY_KEY_ID: 'rzp_live_1', RAZORPAY_CHECKOUT_URL: CHECKOUT };
  const policy = policyOf({ ...without, FIREBASE_WEB_CONFIG });
  const { 'connect-src': connect, ...others } = policy;
  const { 'connect-src': connectBefore, ...before } = policyOf(without);
  expect(others).toEqual(before);
  expect(connect).toEqual([
    ...connectBefore,
    'https://fcmregistrations.googleapis.com',
    'https://firebaseinstallations.googleapis.com',
  ]);
});

it('lets pictures come from where the uploads are, and nothing else', () => {
  const settings = { RAZORPAY_CHECKOUT_URL: CHECKOUT, UPLOADS_PUBLIC_URL: 'https://pictures.example/haat/' };
  const { 'img-src': pictures, 'connect-src': connections, ...others } = policyOf(settings);
  expect(pictures).toContain('https://pictures.example');
  expect(connections).toContain('https://pictures.example');
  expect(JSON.stringify(others)).not.toContain('https:');
});
