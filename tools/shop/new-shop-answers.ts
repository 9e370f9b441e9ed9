import { createInterface, type Interface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createShopBody, type NewShopFields } from '@haat/contract/api/operator';
import { slugFrom } from '@haat/contract/rules/shop-settings';
import { Problem } from '../lib/problem.ts';

export type Answers = { fields: NewShopFields; isPlatform: boolean };

export const USAGE = `npm run shop:create -- --name "Green Leaf" --slug green-leaf --admin owner@example.com

  --name      what stands on the signboard
  --slug      the last part of its address: small letters, digits, hyphens
  --admin     email of its first admin, who gets an invitation
  --address   where it is
  --trade     what it sells
  --minimum   what a delivery must come to, in rupees (200)
  --platform  it is the platform's own shop, and its admin the operator

What is not said is asked for, when there is a terminal.`;

const TEXT = { type: 'string' } as const;
const OPTIONS = {
  name: TEXT,
  slug: TEXT,
  admin: TEXT,
  address: TEXT,
  trade: TEXT,
  minimum: TEXT,
  platform: { type: 'boolean' },
} as const;

type Texts = Partial<Record<'name' | 'slug' | 'admin' | 'address' | 'trade' | 'minimum', string>>;

/** What the new shop is to be, from the flags and, at a terminal, from questions. Throws a Problem that names what is wrong. */
export async function readNewShop(args: string[], isAtTerminal: boolean): Promise<Answers> {
  const { platform = false, ...texts } = flagsOf(args);
  const answered = isAtTerminal ? await askForRest(texts) : texts;
  return { fields: fieldsOf(answered), isPlatform: platform };
}

function flagsOf(args: string[]): Texts & { platform?: boolean } {
  try {
    return parseArgs({ args, options: OPTIONS, strict: true }).values;
  } catch (error) {
    throw new Problem(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
  }
}

const NAMES = {
  slug: 'slug',
  name: 'name',
  trade: 'trade',
  address: 'address',
  minordervalue: 'minimum',
  admin_email: 'admin',
};

function fieldsOf({ name, slug, admin, address, trade, minimum }: Texts): NewShopFields {
  const result = createShopBody.safeParse({
    name: name ?? '',
    slug: slug ?? slugFrom(name ?? ''),
    admin_email: admin ?? '',
    address: address || null,
    trade: trade || null,
    minordervalue: amountOf(minimum),
  });
  if (result.success) return result.data;
  const problems = result.error.issues.map(({ path, message }) => {
    const field = String(path[0]) as keyof typeof NAMES;
    return `  --${NAMES[field]} ${message}`;
  });
  throw new Problem(`The shop was not created:\n${[...new Set(problems)].join('\n')}\n\n${USAGE}`);
}

// Not everything that JavaScript takes for a number is one at a till.
const amountOf = (text: string | undefined) =>
  text ? (/^\d{1,9}(\.\d{1,2})?$/.test(text.trim()) ? Number(text) : Number.NaN) : null;

async function askForRest(given: Texts): Promise<Texts> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return await answersOf(terminal, given);
  } finally {
    terminal.close();
  }
}

async function answersOf(terminal: Interface, given: Texts): Promise<Texts> {
  const ask = async (known: string | undefined, question: string, otherwise = '') =>
    known ??
    ((await terminal.question(otherwise ? `${question} [${otherwise}]: ` : `${question}: `)).trim() || otherwise);
  const name = await ask(given.name, 'Name of the shop');
  return {
    name,
    slug: await ask(given.slug, 'Last part of its address', slugFrom(name)),
    admin: await ask(given.admin, 'Email of its first admin'),
    address: await ask(given.address, 'Address (may be empty)'),
    trade: await ask(given.trade, 'What it sells (may be empty)'),
    minimum: await ask(given.minimum, 'Minimum for delivery in rupees', '200'),
  };
}
