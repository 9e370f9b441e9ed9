import { ORDER_ACTORS, type OrderActor } from '@haat/contract/orders/order-reasons';
import { ORDER_STATUSES, type OrderStatus } from '@haat/contract/orders/order-status';
import { proposalAfter } from '@haat/machines/orders/adjustment.machine';
import { isAllowed, type OrderEvent, orderMachine, statusAfter } from '@haat/machines/orders/order.machine';
import { expect, it } from 'vitest';

const NOW = 0;
const EVENTS = [
  ...new Set(Object.values(orderMachine.states).flatMap(({ on }) => Object.keys(on ?? {}))),
] as OrderEvent['type'][];

/** Of actors that may do something under a condition only. */
const CONDITIONS: Partial<Record<OrderActor, string>> = {
  customer: 'for a while',
  clock: 'if the shop accepts automatically',
};

/** Every change that the machine allows: from, to, for which orders, and by whom. */
function changes(): string[][] {
  return ORDER_STATUSES.flatMap((status) =>
    EVENTS.flatMap((type) => {
      const allowed = [false, true].flatMap((takeaway) =>
        ORDER_ACTORS.flatMap((by) => {
          const to = statusAfter({ status, takeaway, graceEndsAt: NOW + 1, autoAccepts: true }, { type, by, at: NOW });
          const isConditional = to && !statusAfter({ status, takeaway }, { type, by, at: NOW });
          return to ? [{ to, takeaway, by: isConditional ? `${by}, ${CONDITIONS[by]}` : by }] : [];
        }),
      );
      const [first] = allowed;
      if (!first) return [];
      const kinds = new Set(allowed.map(({ takeaway }) => (takeaway ? 'takeaway' : 'delivery')));
      const orders = kinds.size === 2 ? 'all' : [...kinds].join('');
      return [[status, first.to, orders, [...new Set(allowed.map(({ by }) => by))].join('; ')]];
    }),
  );
}

/** What leaves the status as it is: what, in which status, and by whom. */
function questions(): string[][] {
  const facts = { takeaway: true, graceEndsAt: NOW };
  const asked = [
    { what: 'Promise a time', type: 'promise', cancellation: undefined },
    { what: 'Ask the shop to cancel', type: 'requestCancellation', cancellation: undefined },
    { what: 'Refuse that', type: 'refuseCancellation', cancellation: 'open' },
  ] as const;
  return asked.flatMap(({ what, type, cancellation }) =>
    ORDER_STATUSES.flatMap((status) => {
      const by = ORDER_ACTORS.filter((actor) =>
        isAllowed({ ...facts, status, cancellation }, { type, by: actor, at: NOW }),
      );
      return by.length > 0 ? [[what, status, by.join('; ')]] : [];
    }),
  );
}

/** The same for the lines of an order. */
function adjustments(): string[][] {
  const asked = [
    { what: 'Propose to change lines', event: { type: 'propose', fits: false }, answerBy: undefined },
    { what: 'Answer a proposal in time', event: { type: 'answer' }, answerBy: NOW + 1 },
    { what: 'Withdraw a proposal', event: { type: 'withdraw' }, answerBy: NOW + 1 },
    { what: 'Settle a proposal that was not answered in time', event: { type: 'runOut' }, answerBy: NOW },
  ] as const;
  return asked.flatMap(({ what, event, answerBy }) => {
    const isAllowedIn = (status: OrderStatus) => (by: OrderActor) =>
      proposalAfter({ status, paymentStatus: 'due', answerBy }, { ...event, by, at: NOW }) !== undefined;
    const statuses = ORDER_STATUSES.filter((status) => ORDER_ACTORS.some(isAllowedIn(status)));
    const by = ORDER_ACTORS.filter(isAllowedIn('Accepted'));
    return [[what, statuses.length === ORDER_STATUSES.length ? 'any' : statuses.join('; '), by.join('; ')]];
  });
}

function tableOf(head: string[], body: string[][]): string {
  const rows = [head, head.map(() => '---'), ...body].map((cells) => `| ${cells.join(' | ')} |`);
  return ['<!-- prettier-ignore -->', ...rows].join('\n');
}

it('the table of changes says what the machine allows', async () => {
  const page = `# Changes of an order

Who may change the status of an order, as \`machines/orders/order.machine.ts\` has it. \`npm run unit -- docs/order-table.test.ts -u\`
writes this page again. What each end does to stock and money is in [architecture.md](architecture.md#how-an-order-ends).

${tableOf(['From', 'To', 'Orders', 'By'], changes())}

Where the shop asks for the pickup code (\`asks_pickup_code\`, \`asks_door_code\`), it hands an order over with that code only; the
operator needs none. A takeaway that is Ready can be cancelled as not collected when it was kept for the \`holding_minutes\` of its
shop, for other reasons at any time (\`machines/orders/hand-over.ts\`).

The customer of an accepted order can ask to cancel it, once, when the grace period is over. Until that is answered, the shop
cannot do anything else with it.

${tableOf(['What', 'Status', 'By'], questions())}

The lines of an order can change while its shop packs it, as \`machines/orders/adjustment.machine.ts\` has it. An open
proposal blocks the next status, and is closed when the order ends.

${tableOf(['What', 'Status', 'By'], adjustments())}
`;
  await expect(page).toMatchFileSnapshot('./order-table.md');
});
