import { expect, it } from 'vitest';
import { redactUrl } from './request-log.ts';

it.each([
  ['/live', '/live'],
  ['/api/products?shopId=7', '/api/products?shopId=7'],
  ['/s?token=abc&lastEventId=3', '/s?token=[redacted]&lastEventId=3'],
  ['/s?lastEventId=3&Ticket=a=b', '/s?lastEventId=3&Ticket=[redacted]'],
  ['/s?%74oken=abc', '/s?%74oken=[redacted]'],
  ['/s?a=1?b&%zz&access_token=x', '/s?a=1?b&%zz&access_token=[redacted]'],
  ['/api/shops?lat=12.925&lng=77.593&limit=9', '/api/shops?lat=[redacted]&lng=[redacted]&limit=9'],
  ['/api/orders?status=placed&search=milk+98450', '/api/orders?status=placed&search=[redacted]'],
  ['/dev/mail?to=someone%40haat.example', '/dev/mail?to=[redacted]'],
  ['/api/orders?%73earch=98450&platform=ios&today=1', '/api/orders?%73earch=[redacted]&platform=ios&today=1'],
])('logs %s as %s', (url, logged) => {
  expect(redactUrl(url)).toBe(logged);
});
