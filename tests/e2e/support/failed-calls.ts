import type { Page, Route } from '@playwright/test';

export type Responder = (route: Route) => Promise<void>;

/** Nothing of it may reach a screen. */
const PAGE = '<!doctype html><title>Gateway</title><pre>SyntaxError at Socket.emit (node:net:12)</pre>';

const page = (status: number): Responder => {
  return (route) => route.fulfill({ status, contentType: 'text/html', body: PAGE });
};
const json = (body: string): Responder => {
  return (route) => route.fulfill({ contentType: 'application/json', body });
};

/** No response, or an invalid one with the status 200. */
export const BROKEN = {
  'no answer': (route) => route.abort(),
  'a page of somebody in between': page(200),
  'an answer cut off': json('[{"id":4,"ord'),
  'an object of nothing': json('{}'),
  'a list of nothing': json('[{}]'),
  null: json('null'),
} satisfies Record<string, Responder>;

/** Refusals that do not come from our api. */
export const REFUSED = {
  missing: page(404),
  'in conflict': page(409),
  'not to be worked on': page(422),
  'out of order': page(500),
} satisfies Record<string, Responder>;

/** The end of the session. */
export const SESSION_ENDED = { unknown: page(401), forbidden: page(403) } satisfies Record<string, Responder>;

/** Makes a call fail until the returned function is called. */
export async function failCalls(page: Page, call: string, answer: Responder): Promise<() => Promise<void>> {
  await page.route(call, answer);
  return () => page.unroute(call, answer);
}

/** Delays a call until `release`; `seen` counts how often it was made. */
export async function delayCalls(
  page: Page,
  call: string,
): Promise<{ release: () => Promise<void>; seen: () => number }> {
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
