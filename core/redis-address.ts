export type RedisNode = { host: string; port: number };

/** Where Redis is. `server`: one server, or any setup that follows the primary behind one address. */
export type RedisAddress =
  | { kind: 'server'; url: string }
  | {
      kind: 'sentinel';
      /** The sentinels. */
      nodes: RedisNode[];
      /** The name under which they monitor the primary. */
      group: string;
      db: number;
      login: Login;
      sentinelLogin: Login;
      isEncrypted: boolean;
    }
  | { kind: 'cluster'; nodes: RedisNode[]; login: Login; isEncrypted: boolean };

type Login = { username?: string; password?: string };

const SERVER = 'redis://user:password@host:6379/0';
const SENTINEL = 'redis+sentinel://user:password@host1:26379,host2:26379,host3:26379/mymaster';
const CLUSTER = 'redis+cluster://user:password@host1:6379,host2:6379,host3:6379';

/**
 * Reads REDIS_URL. Throws an Error that shows the format of an address, without the given one, which may contain a password.
 * `rediss` instead of `redis` encrypts: with Sentinel, the connections to sentinels and servers.
 */
export function parseRedisAddress(url: string): RedisAddress {
  const [, tls, kind] = /^redis(s?)(?:\+(\w+))?:\/\//.exec(url) ?? [];
  if (tls === undefined) throw new Error(`must begin with redis:// or rediss://: ${SERVER}`);
  if (kind === undefined) return parseServer(url);
  const parts = partsOf(url);
  const isEncrypted = tls === 's';
  if (kind === 'cluster') return parseCluster(parts, isEncrypted);
  if (kind === 'sentinel') return parseSentinel(parts, isEncrypted);
  throw new Error(`is neither ${SENTINEL} nor ${CLUSTER}`);
}

function parseServer(url: string): RedisAddress {
  if (url.includes(',')) throw new Error(`with several hosts is ${SENTINEL} or ${CLUSTER}`);
  const { hostname, pathname = '' } = URL.parse(url) ?? {};
  if (!hostname || !/^(\/\d*)?$/.test(pathname)) throw new Error(`must be an address: ${SERVER}`);
  return { kind: 'server', url };
}

function parseSentinel({ hosts, login, path, query }: Parts, isEncrypted: boolean): RedisAddress {
  const [, group, db = '0'] = /^\/([\w.-]+)(?:\/(\d+))?$/.exec(path) ?? [];
  const nodes = nodesOf(hosts, 26_379);
  const { sentinel_username: username, sentinel_password: password, ...others } = query;
  if (!group || !nodes || Object.keys(others).length > 0)
    throw new Error(`must name sentinels and their primary: ${SENTINEL}/0?sentinel_password=…`);
  const sentinelLogin = { ...(username && { username }), ...(password && { password }) };
  return { kind: 'sentinel', nodes, group, db: Number(db), login, sentinelLogin, isEncrypted };
}

function parseCluster({ hosts, login, path, query }: Parts, isEncrypted: boolean): RedisAddress {
  const nodes = nodesOf(hosts, 6_379);
  // A Cluster has one database.
  if (!nodes || !/^(\/0?)?$/.test(path) || Object.keys(query).length > 0)
    throw new Error(`must name nodes of the Cluster, and no database: ${CLUSTER}`);
  return { kind: 'cluster', nodes, login, isEncrypted };
}

type Parts = { login: Login; hosts: string; path: string; query: Record<string, string> };

// Not by URL, which has one host.
function partsOf(url: string): Parts {
  const [, address = '', query = ''] = /^\w+\+\w+:\/\/([^?]*)\??(.*)$/.exec(url) ?? [];
  const at = address.lastIndexOf('@');
  const [hosts = ''] = address.slice(at + 1).split('/');
  const path = address.slice(at + 1 + hosts.length);
  return {
    login: loginOf(address.slice(0, Math.max(at, 0))),
    hosts,
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
  };
}

function loginOf(credentials: string): Login {
  const [username = '', ...rest] = credentials.split(':');
  const password = rest.join(':');
  return {
    ...(username && { username: decodeURIComponent(username) }),
    ...(password && { password: decodeURIComponent(password) }),
  };
}

function nodesOf(hosts: string, defaultPort: number): RedisNode[] | undefined {
  const nodes = hosts.split(',').map((text) => {
    const [, ipv6, name, port = defaultPort] =
      /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text.trim()) ?? [];
    return { host: ipv6 ?? name ?? '', port: Number(port) };
  });
  return nodes.every(({ host, port }) => host !== '' && port > 0 && port < 65_536) ? nodes : undefined;
}
