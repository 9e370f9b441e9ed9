import type { Page, Route } from '@playwright/test';

export type Answer = (route: Route) => Promise<void>;

/** Nothing of it may reach a screen. */
const PAGE = '<!doctype html><title>Gateway</title><pre>SyntaxError at Socket.emit (node:net:12)</pre>';

const page = (status: number): Answer => {
  return (route) => route.fulfill({ status, contentType: 'text/html', body: PAGE });
};
const json = (body: string): Answer => {
  return (route) => route.fulfill({ contentType: 'application/json', body });
};

/** No answer, or one that says all is well and is none. */
export const BROKEN = {
  'no answer': (route) => route.abort(),
  'a page of somebody in between': page(200),
  'an answer cut off': json('[{"id":4,"ord'),
  'an object of nothing': json('{}'),
  'a list of nothing': json('[{}]'),
  null: json('null'),
} satisfies Record<string, Answer>;

/** Refusals, in words that are not ours. */
export const REFUSED = {
  missing: page(404),
  'in conflict': page(409),
  'not to be worked on': page(422),
  'out of order': page(500),
} satisfies Record<string, Answer>;

/** The end of the session. */
export const SHUT_OUT = { unknown: page(401), forbidden: page(403) } satisfies Record<string, Answer>;

/** Makes a call go wrong until what is returned is called. */
export async function spoil(page: Page, call: string, answer: Answer): Promise<() => Promise<void>> {
  await page.route(call, answer);
  return () => page.unroute(call, answer);
}

/** Holds a call back until `release`; `seen` tells how often it was made. */
export async function hold(page: Page, call: string): Promise<{ release: () => Promise<void>; seen: () => number }> {
  let open = () => {};
  let seen = 0;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const wait = async (route: Route) => {
    seen += 1;
    await opened;
    await route.fallback();
  };
  await page.route(call, wait);
  const release = async () => {
    open();
    await page.unroute(call, wait);
  };
  return { release, seen: () => seen };
}
