import { type Finding, note, right, wrong } from './finding.ts';

type Settings = NodeJS.ProcessEnv;

/** What api and worker would say of the settings of this process when they start. */
export async function checkSettings(): Promise<Finding[]> {
  try {
    await import('../env.ts');
    return [right('Settings', 'are complete and well-formed')];
  } catch (error) {
    const lines = (error as Error).message.split('\n').filter((line) => line.startsWith('  '));
    if (lines.length === 0) return [wrong('Settings', (error as Error).message)];
    return lines.map((line) => {
      const [name = '', ...rest] = line.trim().split(' ');
      return wrong(name, rest.join(' '));
    });
  }
}

/** Whether the address that people use and the way that their calls come fit together. */
export function checkAddress(settings: Settings): Finding[] {
  const url = URL.parse(settings.PUBLIC_URL ?? '');
  if (!url) return [note('Address', 'PUBLIC_URL is not set: http://localhost:8080 stands in mails and links')];
  const proxies = Number(settings.TRUSTED_PROXIES ?? 0);
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  const found: Finding[] = [];
  if (url.protocol === 'https:' || isHere) found.push(right('Address', url.origin));
  else
    found.push(
      wrong(
        'Address',
        'PUBLIC_URL is not https: browsers give such a page no camera, location or messages, and everybody on the way reads along. Put a proxy with a certificate in front and change PUBLIC_URL',
      ),
    );
  if (url.protocol === 'https:' && proxies === 0)
    found.push(
      wrong(
        'TRUSTED_PROXIES',
        'is 0 though PUBLIC_URL is https, which a proxy must speak: everybody would come from its address and share its limits. Set it to the number of your proxies',
      ),
    );
  if (proxies > 3)
    found.push(
      wrong(
        'TRUSTED_PROXIES',
        `is ${proxies}: more than there are, and anybody can choose the address that limits are counted by`,
      ),
    );
  return found;
}

/** Whether the metrics are kept inside. */
export function checkMetrics({ METRICS_PORT: port, METRICS_HOST: host = '127.0.0.1' }: Settings): Finding[] {
  if (!port) return [note('Metrics', 'METRICS_PORT is not set: nobody can scrape this process')];
  if (['127.0.0.1', '::1', 'localhost'].includes(host)) return [right('Metrics', `at http://${host}:${port}/metrics`)];
  return [note('Metrics', `on ${host}:${port}: make sure that the world does not reach this port`)];
}
