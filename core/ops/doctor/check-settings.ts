import { type Finding, infoFinding, okFinding, errorFinding } from './finding.ts';

type Settings = NodeJS.ProcessEnv;

/** Checks the settings of this process as api and worker do when they start. */
export async function checkSettings(): Promise<Finding[]> {
  try {
    await import('../env.ts');
    return [okFinding('Settings', 'are complete and valid')];
  } catch (error) {
    const lines = (error as Error).message.split('\n').filter((line) => line.startsWith('  '));
    if (lines.length === 0) return [errorFinding('Settings', (error as Error).message)];
    return lines.map((line) => {
      const [name = '', ...rest] = line.trim().split(' ');
      return errorFinding(name, rest.join(' '));
    });
  }
}

/** Checks that the public URL and the number of proxies match. */
export function checkAddress(settings: Settings): Finding[] {
  const url = URL.parse(settings.PUBLIC_URL ?? '');
  if (!url) return [infoFinding('Address', 'PUBLIC_URL is not set: mails and links use http://localhost:8080')];
  const proxies = Number(settings.TRUSTED_PROXIES ?? 0);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const found: Finding[] = [];
  if (url.protocol === 'https:' || isHere) found.push(okFinding('Address', url.origin));
  else
    found.push(
      errorFinding(
        'Address',
        'PUBLIC_URL is not https: traffic is readable on the network, and browsers allow such a page no camera, location or push messages. Put a proxy with a certificate in front and change PUBLIC_URL',
      ),
    );
  if (url.protocol === 'https:' && proxies === 0)
    found.push(
      errorFinding(
        'TRUSTED_PROXIES',
        'is 0 though PUBLIC_URL is https, which needs a proxy: all clients would share its address and its rate limits. Set it to the number of your proxies',
      ),
    );
  if (proxies > 3)
    found.push(
      errorFinding(
        'TRUSTED_PROXIES',
        `is ${proxies}, which is probably too high: clients could forge the address that rate limits use`,
      ),
    );
  return found;
}

/** Checks that the metrics are not public. */
export function checkMetrics({ METRICS_PORT: port, METRICS_HOST: host = '127.0.0.1' }: Settings): Finding[] {
  if (!port) return [infoFinding('Metrics', 'METRICS_PORT is not set: metrics are off')];
  if (['127.0.0.1', '::1', 'localhost'].includes(host))
    return [okFinding('Metrics', `at http://${host}:${port}/metrics`)];
  return [infoFinding('Metrics', `on ${host}:${port}: make sure that this port is not public`)];
}
