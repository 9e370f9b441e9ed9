import { Agent } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cert, type Credential, getApps, initializeApp } from 'firebase-admin/app';
import { getMessaging, type Messaging } from 'firebase-admin/messaging';
import type { Env } from '../../env.ts';

/** Whose devices are sent to; with `apiUrl`, a server on this machine stands in for Firebase, and needs no key. */
export type FcmAccount = {
  account?: Env['FIREBASE_SERVICE_ACCOUNT'] | undefined;
  apiUrl?: string | undefined;
};

const KEY_WITHIN_MS = 10_000;
/** Kept open between messages: to open one costs more than to send. */
const LINES = { keepAlive: true, maxFreeSockets: 100 };

/** The SDK's client; opens no connection before the first message. Throws for a key that is none. */
export function fcmMessaging({ account, apiUrl }: FcmAccount): Messaging {
  const credential = apiUrl === undefined && account ? inTime(certificate(account)) : LOCAL_CREDENTIAL;
  const httpAgent = apiUrl === undefined ? new Agent(LINES) : agentTo(apiUrl);
  const projectId = account?.project_id ?? 'local';
  const app = initializeApp({ projectId, credential, httpAgent }, `push-${getApps().length}`);
  const messaging = getMessaging(app);
  sendOnce(messaging);
  return messaging;
}

const certificate = (account: NonNullable<FcmAccount['account']>): Credential =>
  cert({ projectId: account.project_id, clientEmail: account.client_email, privateKey: account.private_key });

const LOCAL_CREDENTIAL: Credential = {
  getAccessToken: async () => ({ access_token: 'local', expires_in: 3600 }),
};

// The SDK waits for ever for the server that changes the key into an access token.
function inTime(credential: Credential): Credential {
  const late = async (signal: AbortSignal): Promise<never> => {
    await sleep(KEY_WITHIN_MS, undefined, { signal });
    throw new Error('No access token came in time');
  };
  return {
    async getAccessToken() {
      const answered = new AbortController();
      try {
        return await Promise.race([credential.getAccessToken(), late(answered.signal)]);
      } finally {
        answered.abort();
      }
    },
  };
}

/** To a server that speaks without encryption, wherever the SDK thinks it goes. */
function agentTo(apiUrl: string): Agent {
  const { hostname, port } = new URL(apiUrl);
  class LocalAgent extends Agent {
    override createConnection() {
      return connect(Number(port), hostname);
    }
  }
  return new LocalAgent(LINES);
}

type Client = { retry?: object };
type Insides = { messagingRequestHandler?: { httpClient?: Client } };

/**
 * Keeps the SDK from trying again by itself, which it cannot be told: it would do so within a second, in memory, and after
 * a broken connection, when the message may have arrived. When to try again stands in the database instead.
 */
function sendOnce(messaging: Messaging): void {
  const client = (messaging as unknown as Insides).messagingRequestHandler?.httpClient;
  if (!client?.retry) throw new Error('This firebase-admin keeps its retries elsewhere');
  delete client.retry;
}
