import type { Sandbox } from '../../tests/fixtures/payments/start-sandbox.ts';

/** The events that a provider has about its own object, the oldest first. */
export const eventsAbout = ({ providers }: Sandbox, id: string): string[] =>
  providers.state.events.filter(({ body }) => body.includes(`"${id}"`)).map((event) => event.id);
