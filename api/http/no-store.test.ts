import { type Access, isGuarded } from '@haat/contract/endpoint';
import { ENDPOINTS } from '@haat/contract/endpoints';
import { isPermission } from '@haat/contract/accounts/shop-roles';
import { clearLimits } from '@haat/core/test/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { apiTest } from '../test/api-client.ts';
import { type AuthorizationFixtures, createFixtures } from '../test/authorization/fixtures.ts';
import { MATRIX } from '../test/authorization/matrix.ts';

const api = apiTest();
let world: AuthorizationFixtures;
beforeAll(async () => {
  world = await createFixtures();
});
afterAll(() => world.sandbox.stop());

const NO_STORE = 'no-store';
const callerOf = (access: Access) => (access === 'operator' ? 'PA' : isPermission(access) ? 'SA' : 'CO');
const guarded = ENDPOINTS.filter(isGuarded);
/** Members switch between shops; a customer is refused. */
const OF_MEMBERS = ['/api/auth/shop'];
/** The account that makes the calls is needed for all of them. */
const DELETION = ['/api/users/send-deletion-code', '/api/users/delete-account'];

it.each(guarded)('no browser or proxy may store what $method $path answers', async ({ method, path, access }) => {
  const call = `${method.toUpperCase()} ${path}`;
  const { input } = Object.entries(MATRIX).find(([row]) => row === call || row.startsWith(`${call} `))?.[1] ?? {};
  const person = world.people[OF_MEMBERS.includes(path) ? 'SA' : callerOf(access)];
  const signedIn = await api.signIn(person);
  const caller = { userId: person.user.id, bearer: signedIn.token, refreshToken: signedIn.refreshToken };
  const { path: to = path, body } = (await input?.(world, caller)) ?? {};
  await clearLimits();
  const rest = body === undefined ? {} : { body };
  const refused = [
    await api.as().request(method.toUpperCase(), to, rest),
    await api.as(signedIn).request(method.toUpperCase(), `${to.replaceAll(/\d+/g, '0')}?limit=x`, {
      body: '{',
      ...(method === 'get' && { body: undefined }),
    }),
  ];
  const answer = await api.as(signedIn).request(method.toUpperCase(), to, rest);
  if (!DELETION.includes(path)) expect(answer.status).toBeLessThan(300);
  expect(answer.headers.get('cache-control')).toBe(NO_STORE);
  for (const { headers } of refused) expect(headers.get('cache-control')).toBe(NO_STORE);
});
