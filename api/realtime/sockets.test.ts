import { describeShelfSockets } from '../test/shelf-socket-suite.ts';
import { describeSockets } from '../test/socket-suite.ts';

describeSockets('PostgreSQL');
describeShelfSockets('PostgreSQL');
