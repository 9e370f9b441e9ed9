import { startFcm } from './start-fcm.ts';

// The push service as a program of its own, at the address that FCM_API_URL leads the worker to. FCM_DELAY_MS: before each
// answer. GET and POST /control tell and change how it is.
const { FCM_API_URL, FCM_DELAY_MS } = process.env;
const port = FCM_API_URL ? Number(new URL(FCM_API_URL).port) : 0;

const fcm = await startFcm({ port, delayMs: Number(FCM_DELAY_MS ?? 0) });
process.stdout.write(`The push service is at ${fcm.url}\n`);
process.send?.('ready');

let isStopping = false;
async function stop(): Promise<void> {
  if (isStopping) return;
  isStopping = true;
  await fcm.stop();
  process.exit(0);
}

process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
process.once('disconnect', () => void stop());
