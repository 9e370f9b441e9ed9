import { access, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { type Finding, infoFinding, reasonOf, okFinding, errorFinding } from './finding.ts';

type Settings = NodeJS.ProcessEnv;

/** Checks that the mail server accepts our credentials. Sends nothing. */
export async function checkMail({ SMTP_URL: url }: Settings): Promise<Finding[]> {
  if (!url) return [infoFinding('Mail', 'SMTP_URL is not set: mail is caught and shown at /dev/mail')];
  const transport = createTransport({ url, connectionTimeout: 5_000, greetingTimeout: 5_000, socketTimeout: 5_000 });
  try {
    await transport.verify();
    return [okFinding('Mail', 'the server accepts our credentials')];
  } catch (error) {
    return [
      errorFinding(
        'Mail',
        `the server refuses the connection (${reasonOf(error)}): no one-time code is delivered. Check SMTP_URL`,
      ),
    ];
  } finally {
    transport.close();
  }
}

/** Checks that the message gateway can be reached. Sends nothing. */
export async function checkMessages({ MESSAGE_WEBHOOK_URL: url, NODE_ENV }: Settings): Promise<Finding[]> {
  if (!url) {
    const instead =
      NODE_ENV === 'production' ? 'people log in by email only' : 'messages are stored and shown at /dev/messages';
    return [infoFinding('Messages', `MESSAGE_WEBHOOK_URL is not set: ${instead}`)];
  }
  try {
    // Any answer shows that it is reachable; it may accept only POST.
    await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(10_000) });
    return [okFinding('Messages', 'the gateway can be reached')];
  } catch (error) {
    const reason = `the gateway cannot be reached (${reasonOf(error)})`;
    return [errorFinding('Messages', `${reason}: nobody can log in by mobile number. Check MESSAGE_WEBHOOK_URL`)];
  }
}

/** Checks that pictures can be stored. */
export async function checkUploads({
  UPLOADS_DIR: folder = '.data/uploads',
  UPLOADS_S3_BUCKET: bucket,
}: Settings): Promise<Finding[]> {
  if (bucket)
    return [
      infoFinding('Pictures', `are stored in the bucket ${bucket}; access is not checked before the first upload`),
    ];
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    await writeFile(probe, '');
    await access(probe);
    await rm(probe);
    return [okFinding('Pictures', `are stored in ${folder}; replicas on several machines need a bucket instead`)];
  } catch (error) {
    return [
      errorFinding('Pictures', `cannot be stored in ${folder} (${reasonOf(error)}): check UPLOADS_DIR and its owner`),
    ];
  }
}
type Key = { name: string; about: string; shape: RegExp; test: RegExp };

const KEYS: Key[] = [
  { name: 'RAZORPAY_KEY_ID', about: 'Razorpay', shape: /^rzp_(test|live)_\w+$/, test: /^rzp_test_/ },
  { name: 'STRIPE_SECRET_KEY', about: 'Stripe', shape: /^(sk|rk)_(test|live)_\w+$/, test: /^.k_test_/ },
];

/** Checks the format of provider keys. `online`: also calls the providers, with read-only requests. */
export async function checkProviders(settings: Settings, online: boolean): Promise<Finding[]> {
  const found = KEYS.flatMap((key) => checkKey(key, settings));
  if (settings.STRIPE_WEBHOOK_SECRET && !settings.STRIPE_WEBHOOK_SECRET.startsWith('whsec_'))
    found.push(
      errorFinding(
        'STRIPE_WEBHOOK_SECRET',
        'does not begin with whsec_: it is shown at the webhook endpoint in the Stripe dashboard',
      ),
    );
  if (!settings.FIREBASE_SERVICE_ACCOUNT)
    found.push(infoFinding('Push', 'FIREBASE_SERVICE_ACCOUNT is not set: push messages are stored and not sent'));
  else
    found.push(okFinding('Push', 'a service account is set; its permission is not checked before the first message'));
  if (!online) return [...found, infoFinding('Providers', 'were not called: npm run doctor -- --online calls them')];
  return [...found, ...(await askAll(settings))];
}

function checkKey({ name, about, shape, test }: Key, settings: Settings): Finding[] {
  const key = settings[name];
  if (!key) return [infoFinding(about, 'no key: not offered at checkout')];
  if (!shape.test(key)) return [errorFinding(about, `${name} does not have the format of a key`)];
  if (settings.NODE_ENV === 'production' && test.test(key))
    return [errorFinding(about, `${name} is a test key: no money moves`)];
  return [okFinding(about, 'the key has the right format')];
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
      return errorFinding(about, `rejects our key (${status}): create a new one in its dashboard`);
    return status < 500
      ? okFinding(about, 'accepts our key')
      : errorFinding(about, `fails (${status}): see its status page`);
  } catch (error) {
    return errorFinding(about, `cannot be reached (${reasonOf(error)}): allow outgoing connections from this machine`);
  }
}
