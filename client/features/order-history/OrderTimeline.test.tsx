import type { OrderStatus } from '@haat/contract/rules/order-status';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { renderScreen } from '../../test/render-screen.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import styles from './OrderTimeline.module.css';

function show(order_status: OrderStatus) {
  renderScreen(<OrderTimeline order={{ order_status, steps: [] }} />, { path: '/', at: '/' });
  return screen.getAllByRole('listitem').map((step) => step.className);
}

afterEach(cleanup);

it('shows the current status and those before it as reached', () => {
  const { reached, ahead } = styles;
  expect(reached).not.toBe(ahead);
  expect(show('Accepted')).toEqual([reached, reached, ahead, ahead]);
  expect(screen.getAllByRole('listitem')[1]?.getAttribute('aria-current')).toBe('step');
});

it('shows the steps of an unknown status as ahead', () => {
  const { ahead } = styles;
  expect(show('Packed' as OrderStatus)).toEqual([ahead, ahead, ahead, ahead]);
  expect(screen.queryByText('Packed')).toBeNull();
});
