// npm run build: the client into client/dist, api and worker into dist/server. Unchanged parts are not built again.
import { build, clientBuild, serverBuild } from './app/builds.ts';
import { step } from './app/welcome.ts';
import { UserError } from './lib/problem.ts';

try {
  for (const each of [clientBuild, serverBuild]) await step(`Building the ${each.name}`, () => build(each));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
