import type { Page } from '@playwright/test';
import type {
  OperatorApplicationsView,
  OperatorApplicationView,
  ShopApplicationView,
} from '../../../contract/platform/shop-applications.calls.ts';

const SUBMITTED: ShopApplicationView = {
  id: 3,
  state: 'submitted',
  name: 'Unpolishedorganichandpoundedrice of the western hills',
  slug: 'rice-of-the-western-hills-since-1974',
  trade: 'groceries',
  mobile: '9000000001',
  street: '4, 1st Main, 5th Cross, behind the temple',
  city: 'Bengaluru',
  pin_code: '560041',
  gstin: '27AAPFU0939F1ZV',
  fssai_licence: '10012011000001',
  submitted_at: '2026-11-20T05:00:00.000Z',
  decided_at: null,
  reason: null,
};

const decided = { ...SUBMITTED, decided_at: '2026-11-20T06:00:00.000Z' };

/** An application in each state. */
export async function mockOwnApplications(page: Page): Promise<void> {
  const applications: ShopApplicationView[] = [
    SUBMITTED,
    { ...decided, id: 2, state: 'approved', name: 'Green Leaf', slug: 'green-leaf' },
    {
      ...decided,
      id: 1,
      state: 'declined',
      name: 'Green Leaf',
      slug: 'green-leaf',
      reason: 'The licence has expired.',
    },
    { ...decided, id: 4, state: 'withdrawn', name: 'Green Leaf', slug: 'green-leaf' },
  ];
  await page.route('**/api/shop-applications', (route) => route.fulfill({ json: applications }));
}

/** Open applications, one for a web address that a shop has got meanwhile, one of a blocked account. */
export async function mockApplications(page: Page): Promise<void> {
  const email = 'a-very-long-address-of-an-applicant.with-many-parts@mail.example.haat.example';
  const applicant = { id: 901, email, name: 'Test Customer', blocked: false };
  const open: OperatorApplicationView = { ...SUBMITTED, latitude: 12.92, longitude: 77.59, slug_free: true, applicant };
  const answer: OperatorApplicationsView = {
    counts: { submitted: 3, approved: 14, declined: 3, withdrawn: 0 },
    applications: [
      open,
      { ...open, id: 4, name: 'Green Leaf', slug: 'green-leaf', slug_free: false, gstin: null },
      { ...open, id: 5, name: 'Blue Leaf', slug: 'blue-leaf', applicant: { ...applicant, blocked: true } },
    ],
  };
  await page.route('**/api/operator/shop-applications?*', (route) => route.fulfill({ json: answer }));
}
