import { getSimplePaths } from 'xstate/graph';
import { type OrderEvent, type OrderFacts, orderMachine } from './order.machine.ts';

/** Every path of an order from Pending to an end, as its events, for tests. No path has a status twice. */
export const orderPaths = (facts: Omit<OrderFacts, 'status'>, events: OrderEvent[]): OrderEvent[][] =>
  getSimplePaths(orderMachine, {
    input: facts,
    events,
    serializeState: ({ value }) => JSON.stringify(value),
    serializeEvent: ({ type, by }) => `${type} by ${by}`,
  })
    .filter(({ state }) => state.status === 'done')
    .map(({ steps }) => steps.map(({ event }) => event as OrderEvent).filter(({ type }) => isOneOf(events, type)));

// The first step is the event that starts the machine.
const isOneOf = (events: OrderEvent[], type: string): boolean => events.some((event) => event.type === type);
