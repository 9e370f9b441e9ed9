import { expect, it } from 'vitest';
import { parseRedisAddress } from './redis-address.ts';

it('leaves the address of one server as it is', () => {
  for (const url of ['redis://host', 'rediss://user:p%40ss@host:6380/3', 'redis://[::1]:6379/'])
    expect(parseRedisAddress(url)).toEqual({ kind: 'server', url });
});

it('reads the sentinels, the name of the primary, its database and both logins', () => {
  const url = 'redis+sentinel://haat:p%40ss:word@one:26380,two,[::1]:26379/mymaster/2?sentinel_password=s%26cret';
  expect(parseRedisAddress(url)).toEqual({
    kind: 'sentinel',
    nodes: [
      { host: 'one', port: 26_380 },
      { host: 'two', port: 26_379 },
      { host: '::1', port: 26_379 },
    ],
    group: 'mymaster',
    db: 2,
    login: { username: 'haat', password: 'p@ss:word' },
    sentinelLogin: { password: 's&cret' },
    isEncrypted: false,
  });
  expect(parseRedisAddress('rediss+sentinel://:secret@one/main')).toMatchObject({
    login: { password: 'secret' },
    sentinelLogin: {},
    isEncrypted: true,
  });
});

it('reads the nodes of a Cluster', () => {
  expect(parseRedisAddress('rediss+cluster://haat:secret@one:7000,two:7001,three')).toEqual({
    kind: 'cluster',
    nodes: [
      { host: 'one', port: 7_000 },
      { host: 'two', port: 7_001 },
      { host: 'three', port: 6_379 },
    ],
    login: { username: 'haat', password: 'secret' },
    isEncrypted: true,
  });
});

it.each([
  ['http://host', 'must begin with redis://'],
  ['redis:host', 'must begin with redis://'],
  ['redis://', 'must be an address'],
  ['redis://host/main', 'must be an address'],
  ['redis://one:6379,two:6379', 'with several hosts'],
  ['redis+replicas://one', 'is neither redis+sentinel://'],
  ['redis+sentinel://one,two', 'must name sentinels and their primary'],
  ['redis+sentinel://one,,two/main', 'must name sentinels and their primary'],
  ['redis+sentinel://one:99999/main', 'must name sentinels and their primary'],
  ['redis+sentinel://one/main?password=x', 'must name sentinels and their primary'],
  ['redis+cluster://', 'must name nodes of the Cluster'],
  ['redis+cluster://one,two/3', 'must name nodes of the Cluster'],
])('rejects %s and shows the format of an address', (url, message) => {
  expect(() => parseRedisAddress(url)).toThrow(message);
});

it('never repeats a password', () => {
  expect(() => parseRedisAddress('redis+sentinel://haat:canary@one,two')).toThrow(/^(?!.*canary)/);
});
