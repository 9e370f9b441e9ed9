import { expect, it } from 'vitest';
import { splitRefund } from './refund.ts';

it.each([
  ['all that was paid online', 50_000, { onlinePaise: 50_000, cashPaise: 0 }, [50_000, 0]],
  ['a part of it', 12_000, { onlinePaise: 50_000, cashPaise: 0 }, [12_000, 0]],
  ['cash', 12_000, { onlinePaise: 0, cashPaise: 50_000 }, [0, 12_000]],
  ['what was paid online before what was paid in cash', 12_000, { onlinePaise: 50_000, cashPaise: 3_000 }, [12_000, 0]],
  ['both', 52_000, { onlinePaise: 50_000, cashPaise: 3_000 }, [50_000, 2_000]],
  ['a rupee', 100, { onlinePaise: 50_000, cashPaise: 0 }, [100, 0]],
  ['less than a rupee, which no provider refunds', 99, { onlinePaise: 50_000, cashPaise: 0 }, [0, 99]],
  ['a rest of less than a rupee', 99, { onlinePaise: 99, cashPaise: 0 }, [0, 99]],
  ['such a rest with cash', 3_099, { onlinePaise: 99, cashPaise: 3_000 }, [0, 3_099]],
])('refunds %s', (_, amount, left, [onlinePaise, cashPaise]) => {
  expect(splitRefund(amount, left)).toEqual({ onlinePaise, cashPaise });
});
