import { KNOWN_SHOPS } from '@haat/contract/rules/known-shops';
import { sinceStart } from './progress.ts';

const first = KNOWN_SHOPS[0];
const others = KNOWN_SHOPS.slice(1).map(({ slug }) => slug);

/** What a person needs to know once everything runs. */
export function welcome({
  url,
  hasDemoMarket,
  catchesMail,
  paysInSandbox,
}: {
  url: string;
  hasDemoMarket: boolean;
  catchesMail: boolean;
  paysInSandbox: boolean;
}): string {
  const lines = [`\nHaat is running at ${url}  (after ${sinceStart()})`];
  if (catchesMail) lines.push(`Its mail, with the codes to sign in, is at ${url}/dev/mail`);
  if (paysInSandbox) lines.push(`Payments go to a sandbox, where no money moves: ${url}/dev/pay`);
  if (hasDemoMarket) lines.push('', 'Who can sign in:', ...accounts());
  return [...lines, '', 'Ctrl-C stops it.', ''].join('\n');
}

function accounts(): string[] {
  return [
    '  customer@haat.example                 a customer with past orders; any other address becomes a new one',
    `  vendor@${first.slug}.example          the vendor of ${first.name}`,
    `  admin@${first.slug}.example           its administrator`,
    '  operator@haat.example                 the operator of the platform',
    `  vendor@ and admin@ of the other shops: ${others.slice(0, 6).join(', ')},`,
    `    ${others.slice(6).join(', ')}`,
  ];
}
