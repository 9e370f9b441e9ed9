import { expect, it } from 'vitest';
import { redactUrl } from './access-log.ts';

it.each([
  ['/live', '/live'],
  ['/api/products?shopId=7', '/api/products?shopId=7'],
  ['/s?token=abc&lastEventId=3', '/s?token=[redacted]&lastEventId=3'],
  ['/s?lastEventId=3&Ticket=a=b', '/s?lastEventId=3&Ticket=[redacted]'],
  ['/s?%74oken=abc', '/s?%74oken=[redacted]'],
  ['/s?a=1?b&%zz&access_token=x', '/s?a=1?b&%zz&access_token=[redacted]'],
])('logs %s as %s', (url, logged) => {
  expect(redactUrl(url)).toBe(logged);
});
