// npm run doctor: checks the settings and the services they point to.
import { randomBytes } from 'node:crypto';
import { diagnose } from '@haat/core/ops/doctor/diagnose';
import { loadDotEnv } from './lib/paths.ts';

const MARKS = { ok: '✔', error: '✖', info: '–' };

loadDotEnv();
const settings = { ...process.env };
if (settings.NODE_ENV !== 'production') {
  // What npm start fills in by itself.
  process.env.DATABASE_URL ||= 'postgres://localhost/embedded';
  process.env.JWT_SECRET ||= randomBytes(48).toString('base64url');
}
const found = await diagnose(settings, { online: process.argv.includes('--online') });
for (const { mark, about, message } of found) console.log(`${MARKS[mark]} ${about}: ${message}`);
const problems = found.filter(({ mark }) => mark === 'error').length;
console.log(problems === 0 ? '\nNo problems found.' : `\nProblems to fix, marked ✖: ${problems}.`);
process.exit(problems === 0 ? 0 : 1);
