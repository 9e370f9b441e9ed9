import { database } from '@haat/core/db/database';
import type { Shop } from '@haat/core/db/shops.models';
import { createMember, createShop, createUser } from '@haat/core/test/factories';
import { brokenInvariants } from '@haat/core/test/invariants';
import { mailedCode, mailedCodes, wrongCode } from '@haat/core/test/one-time-code';
import { clearLimits } from '@haat/core/test/limits';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { apiTest, type Answer } from '../test/api-client.ts';
import { formOf } from '../test/form.ts';

// One proxy of ours adds the address it saw at the end of the header.
vi.hoisted(() => {
  process.env.TRUSTED_PROXIES = '1';
});

const api = apiTest();
let shop: Shop;
let email: string;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(async () => {
  await clearLimits();
  email = (await createMember({ shop })).email;
});

const HOME = '203.0.113.7';
const STRANGER = '198.51.100.1';
const stranger = (index: number) => `198.51.100.${index + 1}`;

const from = (address: string) => ({ 'x-forwarded-for': address });
const requestCode = (address: string, to = email): Promise<Answer> =>
  api.as().post('/api/auth/send-token', { body: { email: to, shop_slug: shop.slug }, headers: from(address) });
const logIn = (address: string, token: string, as = email): Promise<Answer> =>
  api.as().post('/api/auth/login-with-token', {
    body: { email: as, token, shop_slug: shop.slug },
    headers: from(address),
  });
const times = async (count: number, act: () => Promise<Answer>): Promise<number[]> => {
  const answers = await Promise.all(Array.from({ length: count }, act));
  return answers.map(({ status }) => status);
};

/** Guesses at invented emails until the address is refused. */
async function guessUntilRefused(address: string): Promise<void> {
  for (let guess = 0; guess < 31; guess += 1) await logIn(address, '123456', `invented-${guess}@haat.example`);
  expect((await logIn(address, '123456', 'invented@haat.example')).status).toBe(429);
}

async function codeFor(address: string): Promise<string> {
  expect((await requestCode(address)).status).toBe(200);
  return mailedCode(email);
}

describe('a stranger who guesses', () => {
  it('uses up all guesses of the address, and the owner still logs in', async () => {
    const code = await codeFor(HOME);
    const statuses = await times(200, () => logIn(STRANGER, wrongCode(code)));
    expect(statuses.filter((status) => status === 401)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(180);
    expect((await logIn(HOME, code)).status).toBe(200);
  });

  it('does so at many addresses until the daily sum of the email is used up, and the owner still logs in', async () => {
    const first = await codeFor(HOME);
    for (let address = 0; address < 6; address += 1) {
      await times(25, () => logIn(stranger(address), wrongCode(first)));
    }
    const refused = await logIn(stranger(9), wrongCode(first));
    expect([refused.status, Number(refused.headers.get('retry-after')) > 3600]).toEqual([429, true]);
    expect((await logIn(HOME, first)).status).toBe(200);
    // In the same hour, on another network, with a new code.
    const second = await codeFor('192.0.2.44');
    expect((await logIn('192.0.2.44', second)).status).toBe(200);
  });

  it('spends the guesses of the address, not of the owner, when there is no code', async () => {
    expect(new Set(await times(20, () => logIn(STRANGER, '123456')))).toEqual(new Set([401]));
    expect((await logIn(STRANGER, '123456')).status).toBe(429);
    const code = await codeFor(HOME);
    for (let guess = 0; guess < 4; guess += 1) expect((await logIn(HOME, wrongCode(code))).status).toBe(401);
    expect((await logIn(HOME, code)).status).toBe(200);
  });

  it('is refused after thirty emails, and guesses from another address are not', async () => {
    const statuses: number[] = [];
    for (let victim = 0; victim < 40; victim += 1) {
      statuses.push((await logIn(STRANGER, '123456', `victim-${victim}@haat.example`)).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 401), ...Array.from({ length: 10 }, () => 429)]);
    expect((await logIn(HOME, '123456', 'victim-0@haat.example')).status).toBe(401);
  });

  it('is counted by IPv6 network', async () => {
    for (let guess = 0; guess < 20; guess += 1) await logIn(`2001:db8:1:2::${guess + 1}`, '123456');
    expect((await logIn('2001:db8:1:2:ffff::1', '123456')).status).toBe(429);
    expect((await logIn('2001:db8:1:3::1', '123456')).status).toBe(401);
  });

  it('has five tries of a code from all addresses together, and the address that requested it five of its own', async () => {
    const code = await codeFor(HOME);
    for (let address = 0; address < 5; address += 1) await logIn(stranger(address), wrongCode(code));
    expect((await logIn(stranger(7), code)).status).toBe(401);
    for (let guess = 0; guess < 4; guess += 1) await logIn(HOME, wrongCode(code));
    expect((await logIn(HOME, code)).status).toBe(200);
  });

  it('cannot use a code that its owner has locked', async () => {
    const code = await codeFor(HOME);
    for (let guess = 0; guess < 5; guess += 1) await logIn(HOME, wrongCode(code));
    expect([(await logIn(HOME, code)).status, (await logIn(STRANGER, code)).status]).toEqual([401, 401]);
  });
});

describe('a stranger at the same address', () => {
  it('who has used up the guesses of the address keeps nobody there from entering their own code', async () => {
    const first = await codeFor(HOME);
    await guessUntilRefused(HOME);
    expect((await logIn(HOME, wrongCode(first))).status).toBe(401);
    expect((await logIn(HOME, first)).status).toBe(200);
    // Also a code that is requested after the guesses. The guesses stay refused: a login gives back none of them.
    await clearLimits({ only: 'otp-resend' });
    const second = await codeFor(HOME);
    expect((await logIn(HOME, second)).status).toBe(200);
    expect((await logIn(HOME, '123456', 'invented@haat.example')).status).toBe(429);
  });

  it('keeps nobody there from changing the email', async () => {
    const user = await createUser();
    const me = api.as(await api.signIn({ user, shop }));
    const changed = `changed-${user.id}@haat.example`;
    const headers = from(HOME);
    const body = formOf({ name: 'Test Customer', email: changed, mobile: '' });
    expect((await me.post('/api/users/update-profile', { body, headers })).status).toBe(200);
    const code = await mailedCode(changed);
    await guessUntilRefused(HOME);
    const confirm = (guess: string) => me.post('/api/users/confirm-email', { body: { code: guess }, headers });
    expect((await confirm(wrongCode(code))).status).toBe(401);
    expect((await confirm(code)).status).toBe(200);
  });
});

it('counts concurrent guesses at several codes without an error', async () => {
  const codes = [await codeFor(HOME), await codeFor(stranger(0)), await codeFor(stranger(1))];
  const addresses = [HOME, ...Array.from({ length: 5 }, (_, index) => stranger(index))];
  const wrong = codes.includes('000000') ? '111111' : '000000';
  const statuses = await Promise.all(addresses.map((address) => times(10, () => logIn(address, wrong))));
  expect(new Set(statuses.flat())).toEqual(new Set([401]));
  const { rows } = await database().pool.query(
    'SELECT attempts, attempts_elsewhere AS elsewhere FROM otp_codes WHERE email = $1',
    [email],
  );
  expect(rows).toEqual(codes.map(() => ({ attempts: 5, elsewhere: 5 })));
});

describe('a stranger who requests codes', () => {
  it('leaves the code of the owner valid, and its own five tries', async () => {
    const code = await codeFor(HOME);
    for (let request = 0; request < 3; request += 1) {
      await clearLimits({ only: 'otp-resend' });
      const other = await codeFor(STRANGER);
      for (let guess = 0; guess < 5; guess += 1) await logIn(STRANGER, wrongCode(other));
    }
    expect((await logIn(HOME, code)).status).toBe(200);
  });

  it('delays no request of the owner', async () => {
    expect([(await requestCode(STRANGER)).status, (await requestCode(STRANGER)).status]).toEqual([200, 429]);
    const code = await codeFor(HOME);
    expect((await logIn(HOME, code)).status).toBe(200);
  });

  it('is refused at the address after ten an hour and twenty a day, without effect on the owner', async () => {
    const hour = async () => {
      const statuses: number[] = [];
      for (let request = 0; request < 11; request += 1) {
        statuses.push((await requestCode(STRANGER)).status);
        await clearLimits({ only: 'otp-resend' });
      }
      await clearLimits({ only: 'otp-email' });
      return statuses.filter((status) => status === 200).length;
    };
    expect([await hour(), await hour(), await hour()]).toEqual([10, 10, 0]);
    expect((await logIn(HOME, await codeFor(HOME))).status).toBe(200);
  });

  it('at many addresses uses up the codes of a day, but not those of a network that the account has logged in from', async () => {
    expect((await logIn(HOME, await codeFor(HOME))).status).toBe(200);
    await clearLimits();
    for (let address = 0; address < 11; address += 1) {
      for (let request = 0; request < 10; request += 1) {
        await clearLimits({ only: 'otp-resend' });
        await requestCode(stranger(address));
      }
    }
    expect((await requestCode('192.0.2.44')).status).toBe(429);
    expect((await logIn(HOME, await codeFor(HOME))).status).toBe(200);
  });
});

describe('codes for one email', () => {
  const send = async (address: string): Promise<number> => {
    await clearLimits({ only: 'otp-resend' });
    return (await requestCode(address)).status;
  };
  const sendAt = async (addresses: string[]): Promise<number[]> => {
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await send(address));
    return statuses;
  };
  const all = <Item>(count: number, item: (index: number) => Item) => Array.from({ length: count }, (_, i) => item(i));

  it('are limited for an IPv6 /48, which leaves codes for everybody else', async () => {
    const ofSite = await sendAt(all(55, (index) => `2001:db8:1:${index + 1}::1`));
    expect(ofSite).toEqual([...all(50, () => 200), ...all(5, () => 429)]);
    expect(await sendAt(['2001:db8:2:1::1', '192.0.2.44'])).toEqual([200, 200]);
  });

  it.each([
    ['2001:db8:1:2::1', '2001:db8:77:8::1', '2001:db9::1'],
    ['203.0.113.7', '203.0.200.9', '203.1.0.1'],
  ])('after a login at %s are also sent at %s when strangers have used up theirs', async (home, near, far) => {
    expect((await logIn(home, await codeFor(home))).status).toBe(200);
    await sendAt(all(100, (index) => stranger(index)));
    expect(await sendAt([far, near])).toEqual([429, 200]);
    expect((await logIn(near, await mailedCode(email))).status).toBe(200);
  });

  it('have their own limit in a known part of a network', async () => {
    expect((await logIn(HOME, await codeFor(HOME))).status).toBe(200);
    const statuses = await sendAt(all(205, (index) => `203.0.${index}.1`));
    expect(statuses).toEqual([...all(200, () => 200), ...all(5, () => 429)]);
    expect((await requestCode('192.0.2.44')).status).toBe(200);
  });
});

describe('the owner', () => {
  it('may enter a code at another address than the one that requested it', async () => {
    expect((await logIn('192.0.2.44', await codeFor(HOME))).status).toBe(200);
  });

  it('may enter a code that somebody else has requested, and either of two requested on two devices', async () => {
    await requestCode(STRANGER);
    await requestCode(HOME);
    const [ofHome, ofStranger] = await mailedCodes(email);
    expect((await logIn(HOME, ofStranger!)).status).toBe(200);
    expect((await logIn(HOME, ofHome!)).status).toBe(200);
  });

  it('loses an earlier code of the same address with the next', async () => {
    const first = await codeFor(HOME);
    await clearLimits({ only: 'otp-resend' });
    let second = await codeFor(HOME);
    // One in a million: the same digits again.
    for (; second === first; second = await codeFor(HOME)) await clearLimits();
    expect([(await logIn(HOME, first)).status, (await logIn(HOME, second)).status]).toEqual([401, 200]);
  });

  it('has full limits again after each login, and a correct code does not count as a guess of the address', async () => {
    for (let signIns = 0; signIns < 23; signIns += 1) {
      await clearLimits({ only: 'otp-resend' });
      const code = await codeFor(HOME);
      expect((await logIn(HOME, wrongCode(code))).status).toBe(401);
      expect((await logIn(HOME, code)).status).toBe(200);
    }
  });
});

it('keeps the invariants of the database', async () => expect(await brokenInvariants(database().pool)).toEqual([]));
