// For the tests: starts the server of the folder in argv, says where it is, and stays until it is killed.
import { startEmbeddedPostgres } from './start-embedded-postgres.ts';

const postgres = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '' });
process.stdout.write(
  `${JSON.stringify({ port: postgres.port, owned: postgres.owned, url: postgres.url('postgres') })}\n`,
);
setInterval(() => {}, 1000);
