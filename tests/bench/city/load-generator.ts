// A program that plays the people of a part of the market, so that its CPU time is known. It is sent its part, answers
// 'connected', is sent the moment at which the play begins (ms since 1970), and answers a report.
import { once } from 'node:events';
import { type Part, Play } from './play.ts';

process.once('disconnect', () => process.exit());
const [part] = (await once(process, 'message')) as [Part];
const play = new Play(part);
await play.connect();
process.send?.('connected');
const [from] = (await once(process, 'message')) as [number];
process.send?.(await play.run(from));
