import { gauge } from '@haat/core/metrics/gauge';

type Live = { counts(): { streams: number; sockets: number } };

let current: Live | undefined;

gauge({
  name: 'haat_live_connections',
  help: 'Open connections on which this replica tells news, by kind: streams (server-sent events) and sockets.',
  labelNames: ['kind'],
  collect() {
    for (const [kind, count] of Object.entries(current?.counts() ?? {})) this.set({ kind }, count);
  },
});

/** From now on the connections of this hub are among the metrics. */
export function measureLive(hub: Live): void {
  current = hub;
}
