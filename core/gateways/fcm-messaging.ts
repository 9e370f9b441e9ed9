import { Agent } from 'node:https';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { cert, type Credential, getApps, initializeApp } from 'firebase-admin/app';
import { getMessaging, type Messaging } from 'firebase-admin/messaging';
import type { Env } from '../ops/env.ts';

/** With `apiUrl`, a local server replaces Firebase, and no key is needed. */
export type FcmAccount = {
  account?: Env['FIREBASE_SERVICE_ACCOUNT'] | undefined;
  apiUrl?: string | undefined;
};

const TOKEN_TIMEOUT_MS = 10_000;
/** Connections stay open between messages: opening one costs more than a send. */
const AGENT_OPTIONS = { keepAlive: true, maxFreeSockets: 100 };

/** The SDK's client; connects with the first message. Throws for an invalid key. */
export function fcmMessaging({ account, apiUrl }: FcmAccount): Messaging {
  const credential = apiUrl === undefined && account ? withTokenTimeout(certificate(account)) : LOCAL_CREDENTIAL;
  const httpAgent = apiUrl === undefined ? new Agent(AGENT_OPTIONS) : agentTo(apiUrl);
  const projectId = account?.project_id ?? 'local';
  const app = initializeApp({ projectId, credential, httpAgent }, `push-${getApps().length}`);
  const messaging = getMessaging(app);
  disableRetries(messaging);
  return messaging;
}

const certificate = (account: NonNullable<FcmAccount['account']>): Credential =>
  cert({ projectId: account.project_id, clientEmail: account.client_email, privateKey: account.private_key });

const LOCAL_CREDENTIAL: Credential = {
  getAccessToken: async () => ({ access_token: 'local', expires_in: 3600 }),
};

// The SDK has no timeout for exchanging the key for an access token.
function withTokenTimeout(credential: Credential): Credential {
  const timeout = async (signal: AbortSignal): Promise<never> => {
    await sleep(TOKEN_TIMEOUT_MS, undefined, { signal });
    throw new Error('The request for an access token timed out');
  };
  return {
    async getAccessToken() {
      const received = new AbortController();
      try {
        return await Promise.race([credential.getAccessToken(), timeout(received.signal)]);
      } finally {
        received.abort();
      }
    },
  };
}

/** Connects to that plain HTTP server instead of the host that the SDK names. */
function agentTo(apiUrl: string): Agent {
  const { hostname, port } = new URL(apiUrl);
  class LocalAgent extends Agent {
    override createConnection() {
      return connect(Number(port), hostname);
    }
  }
  return new LocalAgent(AGENT_OPTIONS);
}

type Client = { retry?: object };
type MessagingInternals = { messagingRequestHandler?: { httpClient?: Client } };

/**
 * Disables the SDK's retries, which have no public switch: it would retry within a second, in memory, and after a broken
 * connection, when the message may have arrived. Retries are scheduled in the database instead.
 */
function disableRetries(messaging: Messaging): void {
  const client = (messaging as unknown as MessagingInternals).messagingRequestHandler?.httpClient;
  if (!client?.retry) throw new Error('The retry settings of this version of firebase-admin were not found');
  delete client.retry;
}
