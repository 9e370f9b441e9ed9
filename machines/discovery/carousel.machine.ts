import { assign, setup } from 'xstate';

type Events =
  | { type: 'entered' }
  | { type: 'left' }
  | { type: 'went'; index: number }
  | { type: 'toggled' }
  | { type: 'counted'; count: number };

/**
 * One card further every 3000 ms, from the last to the first. It waits under pointer, touch and focus, and whoever took
 * it into the own hand keeps it there: moving text is only fair to who can stop it. Spec sections 2 and 9.
 */
export const carouselMachine = setup({
  types: {
    context: {} as { index: number; count: number; reducedMotion: boolean },
    input: {} as { count: number; reducedMotion: boolean },
    events: {} as Events,
  },
  guards: {
    hasSeveral: ({ context }) => context.count > 1,
    isAnotherCount: ({ context }, count: number) => context.count !== count,
    wantsStillness: ({ context }) => context.reducedMotion,
  },
  actions: {
    advance: assign({ index: ({ context }) => (context.index + 1) % context.count }),
    goTo: assign(({ context }, index: number) => ({ index: Math.max(0, Math.min(index, context.count - 1)) })),
    resize: assign(({ context }, count: number) => ({ count, index: Math.max(0, Math.min(context.index, count - 1)) })),
  },
  delays: { carouselStep: 3000 },
}).createMachine({
  id: 'carousel',
  context: ({ input }) => ({ index: 0, ...input }),
  initial: 'starting',
  on: {
    counted: {
      guard: { type: 'isAnotherCount', params: ({ event }) => event.count },
      actions: { type: 'resize', params: ({ event }) => event.count },
    },
    went: { target: '.stopped', actions: { type: 'goTo', params: ({ event }) => event.index } },
  },
  states: {
    starting: { always: [{ guard: 'wantsStillness', target: 'stopped' }, { target: 'running' }] },
    running: {
      initial: 'turning',
      on: { toggled: 'stopped' },
      states: {
        turning: {
          after: { carouselStep: { guard: 'hasSeveral', target: 'turning', reenter: true, actions: 'advance' } },
          on: {
            entered: 'paused',
            // A single card starts no timer that would end, so more cards start a new one.
            counted: {
              guard: { type: 'isAnotherCount', params: ({ event }) => event.count },
              target: 'turning',
              reenter: true,
              actions: { type: 'resize', params: ({ event }) => event.count },
            },
          },
        },
        paused: { on: { left: 'turning' } },
      },
    },
    stopped: { on: { toggled: 'running' } },
  },
});
