import { describeWorker } from './test/worker-suite.ts';

describeWorker('PostgreSQL');
