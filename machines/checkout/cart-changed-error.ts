import type { CartConflict } from '@haat/contract/api/orders.schema';
import { RefusedError, type Reason } from '@haat/contract/rules/reason';

/** The order was refused because the shop's prices or stock are not what was shown; carries how the cart stands there. */
export class CartChangedError extends RefusedError {
  readonly current: CartConflict;

  constructor(reason: Reason, current: CartConflict) {
    super(reason);
    this.current = current;
  }
}
