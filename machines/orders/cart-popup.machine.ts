import { assign, not, setup } from 'xstate';

type Events = { type: 'lines.counted'; count: number } | { type: 'closed' } | { type: 'entered' } | { type: 'left' };

/**
 * The overlay that shows the cart whenever its number of lines changed to something other than zero. It hides automatically,
 * but not while the pointer or the focus is in it.
 */
export const cartPopupMachine = setup({
  types: { context: {} as { count: number }, input: {} as { count: number }, events: {} as Events },
  guards: {
    isNewCount: ({ context, event }) => event.type === 'lines.counted' && event.count !== context.count,
    isEmpty: ({ event }) => event.type === 'lines.counted' && event.count === 0,
  },
  actions: {
    storeCount: assign({
      count: ({ context, event }) => (event.type === 'lines.counted' ? event.count : context.count),
    }),
  },
  delays: { popupVisible: 1350 },
}).createMachine({
  id: 'cartPopup',
  context: ({ input }) => ({ count: input.count }),
  initial: 'hidden',
  on: {
    'lines.counted': [
      { guard: 'isEmpty', target: '.hidden', actions: 'storeCount' },
      { guard: 'isNewCount', target: '.visible', actions: 'storeCount' },
    ],
  },
  states: {
    hidden: {},
    visible: {
      initial: 'passing',
      on: { closed: 'hidden' },
      states: {
        passing: { after: { popupVisible: '#cartPopup.hidden' }, on: { entered: 'held' } },
        held: {
          on: {
            left: 'passing',
            // A line added or removed from inside the popup changes the count, but the pointer is still there.
            'lines.counted': { guard: not('isEmpty'), actions: 'storeCount' },
          },
        },
      },
    },
  },
});
