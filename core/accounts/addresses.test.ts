import { afterAll, beforeAll, expect, it } from 'vitest';
import { closeDatabase, connectDatabase } from '../db/database.ts';
import { createUser } from '../test/factories.ts';
import { MAX_ADDRESSES, listAddresses, saveAddress } from './addresses.ts';

beforeAll(() => void connectDatabase());
afterAll(closeDatabase);

const fields = { name: 'Home', street: '12, 4th Main', city: 'Bengaluru', zip: '560041', phone: '9000000001' };

it('stores at most twenty addresses, however many are sent at once', async () => {
  const { id: userId } = await createUser();
  const attempts = await Promise.allSettled(Array.from({ length: 30 }, () => saveAddress({ userId, fields })));
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(MAX_ADDRESSES);
  for (const attempt of attempts) {
    if (attempt.status === 'rejected') expect(attempt.reason).toMatchObject({ code: 'invalid_input' });
  }
  expect(await listAddresses({ userId })).toHaveLength(MAX_ADDRESSES);
  // A full book can still be corrected.
  const [first] = await listAddresses({ userId });
  expect(await saveAddress({ userId, id: first?.id ?? 0, fields: { ...fields, name: 'Office' } })).toMatchObject({
    id: first?.id,
    name: 'Office',
  });
});
