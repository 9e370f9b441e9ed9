import { isGuarded } from '@haat/contract/endpoint';
import { ENDPOINTS } from '@haat/contract/endpoints';
import { createShop, createUser } from '@haat/core/test/factories';
import { beforeAll, describe, expect, it } from 'vitest';
import { apiTest } from './test/api-client.ts';
import { invalidTokens } from './test/invalid-tokens.ts';
import { allRoutes } from './all-routes.ts';

const api = apiTest();
let who: { user: { id: number }; shop: { id: number } };
beforeAll(async () => {
  who = { user: await createUser(), shop: await createShop() };
});

it('handles every call of the contract once, and no other', () => {
  const handled = allRoutes(api.tools).map(({ endpoint: { method, path } }) => `${method} ${path}`);
  const declared = ENDPOINTS.map(({ method, path }) => `${method} ${path}`);
  expect(handled.toSorted()).toEqual(declared.toSorted());
});

const guarded = ENDPOINTS.filter(isGuarded).map(({ method, path }) => ({
  method: method.toUpperCase(),
  path: path.replaceAll(/:\w+/g, '1'),
}));

describe.each(guarded)('$method $path', ({ method, path }) => {
  const body = method === 'GET' ? undefined : {};

  it('needs a session', async () => {
    const answer = await api.as().request(method, path, { body });
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
  });

  it('refuses every token that is forged, expired or for another purpose', async () => {
    const genuine = await api.signIn(who);
    const accepted: string[] = [];
    for (const [name, token] of Object.entries(await invalidTokens(genuine))) {
      const answer = await api.as(token).request(method, path, { body });
      if (answer.status !== 401) accepted.push(`${name}: ${answer.status}`);
    }
    expect(accepted).toEqual([]);
    expect((await api.as(genuine).request(method, path, { body })).status).not.toBe(401);
  });

  it('ignores a token in the query', async () => {
    const { token } = await api.signIn(who);
    expect((await api.as().request(method, `${path}?token=${token}`, { body })).status).toBe(401);
  });
});
