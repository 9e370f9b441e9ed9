import { setup } from 'xstate';

/** In ms. A shorter interruption is no alarm: the stream reconnects by itself. */
const PATIENCE_MS = 5000;

/**
 * Whether new orders arrive on this device, as its sign, its banner and its alarm say: one state, so that they never contradict
 * each other. `offline`: the device itself has no connection, whatever an open stream looks like. `lost`: the stream is not there
 * for longer than a few seconds.
 */
export const orderArrivalMachine = setup({
  types: { events: {} as { type: 'live' | 'interrupted' | 'offline' | 'online' } },
  delays: { patience: PATIENCE_MS },
}).createMachine({
  id: 'orderArrival',
  context: {},
  initial: 'starting',
  on: { live: '.live', offline: '.offline' },
  states: {
    starting: { after: { patience: 'lost' }, on: { interrupted: 'connecting' } },
    connecting: { after: { patience: 'lost' } },
    live: { on: { interrupted: 'connecting' } },
    lost: {},
    offline: { on: { online: 'connecting' } },
  },
});
