import type { Page } from '@playwright/test';
import type { OrderProblemsView, ProblemRowView, ProblemView } from '../../../contract/orders/problems.calls.ts';

const HOUR = 3_600_000;
const at = (hours: number): string => new Date(Date.now() + hours * HOUR).toISOString();
const LONG = 'Handpoundedcoldpressedgroundnutoilofthefirstpressinginaglassjar';
const PICTURE = '0b9f7c1e-6f0f-4f6f-8f0f-0123456789ab';
const PIXEL = 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA';

const item = { size: null, color: null, unit: '500 ml', image: null, price: 499.5 };
const facts = {
  order: { id: 12, orderNumber: 'H000012' },
  shop: { id: 3, slug: 'malnad-dairy', name: 'Malnad Dairy' },
  customer_name: 'Test Customer',
};

const OPEN: ProblemView = {
  ...facts,
  id: 12,
  number: 'P000012',
  state: 'open',
  reported_at: at(-50),
  acknowledge_by: at(-2),
  solve_by: at(670),
  acknowledged_at: null,
  solved_at: null,
  refunded: null,
  replacement: null,
  refundable: { online: 1_23_456.5, cash: 456.5 },
  lines: [
    { ...item, item_id: 1, name: LONG, ordered: 2, quantity: 1, kind: 'damaged', returned: 0 },
    { ...item, item_id: 2, name: 'Ghee', ordered: 12, quantity: 3, kind: 'missing', returned: 0 },
  ],
  pictures: [PICTURE],
  messages: [
    {
      id: 1,
      kind: 'reported',
      actor: 'customer',
      text: `The jar was broken when it came, and the oil had leaked into the bag.\n${LONG}`,
      at: at(-50),
    },
    { id: 2, kind: 'message', actor: 'customer', text: null, at: at(-3) },
  ],
};

const SOLVED: ProblemView = {
  ...OPEN,
  id: 11,
  number: 'P000011',
  state: 'replaced',
  acknowledged_at: at(-40),
  solved_at: at(-39),
  replacement: { id: 13, orderNumber: 'H000013' },
  pictures: [],
  lines: [{ ...item, item_id: 1, name: 'Ghee', ordered: 2, quantity: 1, kind: 'wrong', returned: 1 }],
  messages: [
    { id: 3, kind: 'reported', actor: 'customer', text: null, at: at(-50) },
    { id: 4, kind: 'message', actor: 'operator', by: 'Asha', text: 'Haat looks at it, too.', at: at(-41) },
    { id: 5, kind: 'replaced', actor: 'shop', by: 'Test Vendor', text: 'Sorry. A new jar is on its way.', at: at(-39) },
  ],
};

const ORDER: OrderProblemsView = {
  order: facts.order,
  shop: facts.shop,
  order_status: 'Delivered',
  report_until: at(5),
  items: [
    { ...item, item_id: 1, name: LONG, quantity: 2 },
    { ...item, item_id: 2, name: 'Ghee', quantity: 1 },
  ],
  problems: [],
};

function row({ id, number, order, shop, customer_name, state, reported_at, acknowledge_by, solve_by }: ProblemView) {
  return { id, number, order, shop, customer_name, state, reported_at, acknowledge_by, solve_by };
}
const ROWS: ProblemRowView[] = [
  { ...row(OPEN), kinds: ['damaged', 'missing'], items: [LONG, 'Ghee'], is_waiting: true },
  {
    ...row({ ...OPEN, id: 14, number: 'P000014', state: 'acknowledged' }),
    kinds: ['other'],
    items: ['Curd'],
    is_waiting: false,
  },
];

/** An order of which problems can be reported, with these that were. */
const mockOrder = (page: Page, problems: ProblemView[]) =>
  page.route('**/api/orders/12/problems', (route) => route.fulfill({ json: { ...ORDER, problems } }));

const mockPicture = (page: Page) =>
  page.route('**/api/problems/*/pictures/*', (route) =>
    route.fulfill({ contentType: 'image/webp', body: Buffer.from(PIXEL, 'base64') }),
  );

/** An order without a problem so far. */
export async function mockReport(page: Page): Promise<void> {
  await mockOrder(page, []);
}

/** A solved problem, and one for which the shop is late. */
export async function mockOwnProblems(page: Page): Promise<void> {
  await mockPicture(page);
  await mockOrder(page, [OPEN, SOLVED]);
}

/** The same for the shop and the operator, with their lists. */
export async function mockProblems(page: Page): Promise<void> {
  await mockPicture(page);
  await page.route(/\/api\/(shops\/\d+|operator)\/problems(\?.*)?$/, (route) => route.fulfill({ json: ROWS }));
  await page.route('**/problems/counts', (route) => route.fulfill({ json: { open: 1, unsolved: 2, overdue: 1 } }));
  await page.route('**/api/problems/12', (route) => route.fulfill({ json: OPEN }));
}
