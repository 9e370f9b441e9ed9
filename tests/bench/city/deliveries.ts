import type { OrderStatus } from '@haat/contract/orders/order-status';

/** An order that was answered with 201. `steps`: its shop's steps that were answered with 200. `events`: sent to its customer. */
export type Placed = { id: number; shopId: number; steps: OrderStatus[]; events: OrderStatus[] };

/** The orders that a screen of a shop was sent, as often as it was. */
export type Screen = { shopId: number; orderIds: number[] };

type Count = { lost: number; doubled: number };

/** Events that did not arrive, or arrived more than once, on the screens of the shops and to the customers. */
export function countEvents(placed: Placed[], screens: Screen[]): Count {
  const count = { lost: 0, doubled: 0 };
  const add = (times: number): void => {
    if (times === 0) count.lost++;
    if (times > 1) count.doubled++;
  };
  const ofShop = Map.groupBy(screens, ({ shopId }) => shopId);
  const seen = new Map(screens.map((screen) => [screen, timesOf(screen.orderIds)]));
  for (const { id, shopId, steps, events } of placed) {
    const shown = ofShop.get(shopId) ?? [];
    if (shown.length === 0) count.lost++;
    for (const screen of shown) add(seen.get(screen)?.get(id) ?? 0);
    for (const step of steps) add(events.filter((event) => event === step).length);
  }
  return count;
}

/**
 * `lost`: orders that were answered with 201 and are not stored. `doubled`: orders that were not requested: the same order in
 * the responses to two requests, or stored orders beyond the answered ones and the requests whose response is not known.
 */
export function countOrders(answered: number[], stored: number[], unanswered: number): Count {
  const [ids, rows] = [new Set(answered), new Set(stored)];
  const unknown = stored.filter((id) => !ids.has(id)).length;
  return {
    lost: [...ids].filter((id) => !rows.has(id)).length,
    doubled: answered.length - ids.size + Math.max(unknown - unanswered, 0),
  };
}

function timesOf(ids: number[]): Map<number, number> {
  const times = new Map<number, number>();
  for (const id of ids) times.set(id, (times.get(id) ?? 0) + 1);
  return times;
}
