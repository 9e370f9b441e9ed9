import type { Sandbox } from '../../sandbox/start-sandbox.ts';

/** The events that a provider has about an object of its own, the oldest first. */
export const eventsAbout = ({ world }: Sandbox, id: string): string[] =>
  world.state.events.filter(({ body }) => body.includes(`"${id}"`)).map((event) => event.id);
