import { type Finding, note, reasonOf, right, wrong } from './finding.ts';

type Settings = NodeJS.ProcessEnv;
type Key = { name: string; about: string; shape: RegExp; test: RegExp };

const KEYS: Key[] = [
  { name: 'RAZORPAY_KEY_ID', about: 'Razorpay', shape: /^rzp_(test|live)_\w+$/, test: /^rzp_test_/ },
  { name: 'STRIPE_SECRET_KEY', about: 'Stripe', shape: /^(sk|rk)_(test|live)_\w+$/, test: /^.k_test_/ },
];

/** Whether the keys of providers look like what they should be. `online`: also asks them, for something harmless. */
export async function checkProviders(settings: Settings, online: boolean): Promise<Finding[]> {
  const found = KEYS.flatMap((key) => checkKey(key, settings));
  if (settings.STRIPE_WEBHOOK_SECRET && !settings.STRIPE_WEBHOOK_SECRET.startsWith('whsec_'))
    found.push(
      wrong('STRIPE_WEBHOOK_SECRET', 'does not begin with whsec_: Stripe shows it where our address is entered'),
    );
  if (!settings.FIREBASE_SERVICE_ACCOUNT)
    found.push(note('Messages', 'FIREBASE_SERVICE_ACCOUNT is not set: they are only written into the log'));
  else found.push(right('Messages', 'a service account is there; sending the first one tells whether it may'));
  if (!online) return [...found, note('Providers', 'are not asked: npm run doctor -- --online does')];
  return [...found, ...(await askAll(settings))];
}

function checkKey({ name, about, shape, test }: Key, settings: Settings): Finding[] {
  const key = settings[name];
  if (!key) return [note(about, 'no key: not offered')];
  if (!shape.test(key)) return [wrong(about, `${name} is not shaped like a key of theirs`)];
  if (settings.NODE_ENV === 'production' && test.test(key))
    return [wrong(about, `${name} is a test key: no money moves`)];
  return [right(about, 'the key looks right')];
}

async function askAll(settings: Settings): Promise<Finding[]> {
  const { RAZORPAY_KEY_ID: id, RAZORPAY_KEY_SECRET: secret, STRIPE_SECRET_KEY: stripe } = settings;
  const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`;
  const razorpayUrl = settings.RAZORPAY_API_URL ?? 'https://api.razorpay.com';
  const stripeUrl = settings.STRIPE_API_URL ?? 'https://api.stripe.com';
  const asking: Promise<Finding>[] = [];
  if (id && secret) asking.push(ask('Razorpay', `${razorpayUrl}/v1/payments?count=1`, basic(`${id}:${secret}`)));
  if (stripe) asking.push(ask('Stripe', `${stripeUrl}/v1/balance`, `Bearer ${stripe}`));
  return Promise.all(asking);
}

async function ask(about: string, url: string, authorization: string): Promise<Finding> {
  try {
    const { status } = await fetch(url, { headers: { authorization }, signal: AbortSignal.timeout(10_000) });
    if (status === 401 || status === 403)
      return wrong(about, `refuses our key (${status}): make a new one at their dashboard`);
    return status < 500
      ? right(about, 'knows our key')
      : wrong(about, `is in trouble (${status}): look at its status page`);
  } catch (error) {
    return wrong(about, `cannot be reached (${reasonOf(error)}): let this machine call out`);
  }
}
