import { assign, not, setup } from 'xstate';

type Events =
  | { type: 'entered' }
  | { type: 'left' }
  | { type: 'went'; index: number }
  | { type: 'toggled' }
  | { type: 'search.changed'; isSearching: boolean }
  | { type: 'counted'; count: number };

type Context = { index: number; count: number; reducedMotion: boolean; isSearching: boolean };

/**
 * Advances by one card every 3000 ms, from the last to the first. It pauses under pointer, touch and focus and while the user
 * searches, and stops once the user has moved it: moving content must be possible to stop.
 */
export const carouselMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { count: number; reducedMotion: boolean },
    events: {} as Events,
  },
  guards: {
    hasSeveral: ({ context }) => context.count > 1,
    isAnotherCount: ({ context }, count: number) => context.count !== count,
    isSearching: ({ context }) => context.isSearching,
    prefersReducedMotion: ({ context }) => context.reducedMotion,
  },
  actions: {
    advance: assign({ index: ({ context }) => (context.index + 1) % context.count }),
    goTo: assign(({ context }, index: number) => ({ index: Math.max(0, Math.min(index, context.count - 1)) })),
    setSearching: assign((_, isSearching: boolean) => ({ isSearching })),
    resize: assign(({ context }, count: number) => ({ count, index: Math.max(0, Math.min(context.index, count - 1)) })),
  },
  delays: { carouselStep: 3000 },
}).createMachine({
  id: 'carousel',
  context: ({ input }) => ({ index: 0, isSearching: false, ...input }),
  initial: 'starting',
  on: {
    counted: {
      guard: { type: 'isAnotherCount', params: ({ event }) => event.count },
      actions: { type: 'resize', params: ({ event }) => event.count },
    },
    'search.changed': { actions: { type: 'setSearching', params: ({ event }) => event.isSearching } },
    went: { target: '.stopped', actions: { type: 'goTo', params: ({ event }) => event.index } },
  },
  states: {
    starting: { always: [{ guard: 'prefersReducedMotion', target: 'stopped' }, { target: 'running' }] },
    running: {
      initial: 'turning',
      on: { toggled: 'stopped' },
      states: {
        turning: {
          always: { guard: 'isSearching', target: 'resting' },
          after: { carouselStep: { guard: 'hasSeveral', target: 'turning', reenter: true, actions: 'advance' } },
          on: {
            entered: 'paused',
            // A single card starts no timer, so that a second card has to start one.
            counted: {
              guard: { type: 'isAnotherCount', params: ({ event }) => event.count },
              target: 'turning',
              reenter: true,
              actions: { type: 'resize', params: ({ event }) => event.count },
            },
          },
        },
        paused: { on: { left: 'turning' } },
        resting: { always: { guard: not('isSearching'), target: 'turning' }, on: { entered: 'paused' } },
      },
    },
    stopped: { on: { toggled: 'running' } },
  },
});
