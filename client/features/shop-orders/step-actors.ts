import type { OrderView } from '@haat/contract/api/orders.schema';
import type { advanceOrderMachine } from '@haat/machines/order-status/advance-order.machine';
import type { Problem } from '@haat/machines/problem';
import type { ActorRefFrom } from 'xstate';

export type StepActor = ActorRefFrom<typeof advanceOrderMachine>;

/**
 * The actors that move the orders of one board. They live with the board and not with their cards: a step that is held
 * must be saved although its card has gone from the list, or the whole screen has.
 */
export class StepActors {
  readonly #actors = new Map<number, StepActor>();
  readonly #begin: (order: OrderView) => StepActor;

  constructor(begin: (order: OrderView) => StepActor) {
    this.#begin = begin;
  }

  of(order: OrderView): StepActor {
    const actor = this.#actors.get(order.id) ?? this.#begin(order);
    this.#actors.set(order.id, actor);
    return actor;
  }

  /** Saves at once what is held: nobody is here any more to take it back. */
  hurry(): void {
    for (const actor of this.#actors.values()) actor.send({ type: 'hurry' });
  }

  /** The board is left: what is still to be saved has no card any more to complain on. */
  leave(complain: (problem: Problem) => void): void {
    this.hurry();
    for (const actor of this.#actors.values()) {
      actor.subscribe(({ context }) => {
        if (context.problem) complain(context.problem);
      });
    }
  }
}
