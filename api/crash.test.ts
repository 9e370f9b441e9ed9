import { describeCrashes } from './test/crash-suite.ts';

describeCrashes('PostgreSQL');
