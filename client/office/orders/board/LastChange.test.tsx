import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../../../test/render-screen.tsx';
import { sampleOrder } from '../../../test/samples.ts';
import { LastChange } from './LastChange.tsx';

afterEach(cleanup);

const at = '2026-11-21T09:00:00.000Z';

it.each([
  ['a colleague', { by: 'Test Colleague', actor: 'shop' }, /by Test Colleague/],
  ['the operator, who helped the shop', { actor: 'operator' }, /by Operator/],
] as const)('says that the last change was by %s', async (_, actor, text) => {
  const order = sampleOrder({ order_status: 'Accepted', steps: [{ status: 'Accepted', at, ...actor }] });
  renderScreen(<LastChange order={order} now={new Date(at)} />, { path: '/here', at: '/here' });
  expect((await screen.findByText(text)).textContent).toContain('Accepted');
});
