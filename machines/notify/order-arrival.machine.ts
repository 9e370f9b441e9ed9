import { setup } from 'xstate';

/** Shorter interruptions are not reported, as the stream reconnects. */
const GRACE_MS = 5000;

/**
 * Whether new orders arrive on this device. The connection sign, the banner and the alarm show this one state, so that they
 * never contradict each other. `offline`: the browser reports no connection, whatever the state of the stream. `lost`: the
 * stream has been interrupted for longer than the grace period. `replaced`: too many devices use the login, and others receive
 * them.
 */
export const orderArrivalMachine = setup({
  types: { events: {} as { type: 'live' | 'interrupted' | 'offline' | 'online' | 'replaced' } },
  delays: { grace: GRACE_MS },
}).createMachine({
  id: 'orderArrival',
  context: {},
  initial: 'starting',
  on: { live: '.live', offline: '.offline', replaced: '.replaced' },
  states: {
    starting: { after: { grace: 'lost' }, on: { interrupted: 'connecting' } },
    connecting: { after: { grace: 'lost' } },
    live: { on: { interrupted: 'connecting' } },
    lost: {},
    // Until the user asks to receive orders here again.
    replaced: { on: { interrupted: 'connecting' } },
    offline: { on: { online: 'connecting' } },
  },
});
