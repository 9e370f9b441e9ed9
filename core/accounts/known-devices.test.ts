import { expect, it } from 'vitest';
import { contactHash, deviceName, networkHash } from './known-devices.ts';

const ENGINE = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  [`Mozilla/5.0 (Linux; Android 14; K) ${ENGINE} Chrome/142.0.0.0 Mobile Safari/537.36`, 'Chrome on Android'],
  [
    `Mozilla/5.0 (Linux; Android 14) ${ENGINE} SamsungBrowser/28.0 Chrome/130.0 Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${ENGINE} Chrome/142.0 Safari/537.36 Edg/142.0`, 'Edge on Windows'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${ENGINE} Chrome/142.0 Safari/537.36 OPR/120.0`, 'Opera on macOS'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 Version/18.0 Mobile Safari/604.1',
    'Safari on iOS',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1 CriOS/142.0 Safari/604.1',
    'Chrome on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${ENGINE} Chrome/142.0 Safari/537.36`, 'Chrome on ChromeOS'],
  ['curl/8.5.0', 'an unknown browser on an unknown system'],
  ['', 'an unknown browser on an unknown system'],
])('%s is %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name));

it('hashes addresses and contacts with a key, each differently', () => {
  const hashes = [networkHash('203.0.113.7'), networkHash('203.0.113.8'), contactHash({ email: '203.0.113.7' })];
  expect(new Set(hashes).size).toBe(3);
  expect(networkHash('203.0.113.7')).toMatch(/^[\w-]{43}$/);
  expect(networkHash('203.0.113.7')).toBe(hashes[0]);
});
