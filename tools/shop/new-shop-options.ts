import { createInterface, type Interface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { createShopBody, type NewShopFields } from '@haat/contract/platform/operator-shops.calls';
import { slugFrom } from '@haat/contract/shops/shop-settings';
import { UserError } from '../lib/problem.ts';

export type Answers = { fields: NewShopFields; isPlatform: boolean };

export const USAGE = `npm run shop:create -- --name "Green Leaf" --slug green-leaf --admin owner@example.com

  --name      name of the shop
  --slug      last part of its address: lowercase letters, digits, hyphens
  --admin     email of its first admin, who receives an invitation
  --address   street address
  --trade     business type
  --minimum   minimum order value for delivery in rupees (default 200)
  --platform  create the platform shop, whose admin is the operator

In a terminal, missing values are asked for.`;

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

/** The data of the new shop, from the flags and, at a terminal, from questions. Throws a UserError that names invalid input. */
export async function readNewShop(args: string[], isAtTerminal: boolean): Promise<Answers> {
  const { platform = false, ...texts } = flagsOf(args);
  const answered = isAtTerminal ? await askForRest(texts) : texts;
  return { fields: fieldsOf(answered), isPlatform: platform };
}

function flagsOf(args: string[]): Texts & { platform?: boolean } {
  try {
    return parseArgs({ args, options: OPTIONS, strict: true }).values;
  } catch (error) {
    throw new UserError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
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
  throw new UserError(`The shop was not created:\n${[...new Set(problems)].join('\n')}\n\n${USAGE}`);
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
    address: await ask(given.address, 'Address (optional)'),
    trade: await ask(given.trade, 'Business type (optional)'),
    minimum: await ask(given.minimum, 'Minimum order value for delivery in rupees', '200'),
  };
}
