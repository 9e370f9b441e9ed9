import { commonPort, hostsOf } from '../../core/test/fleet.ts';
import { hasHaproxy, startProxy } from '../../core/test/haproxy.ts';
import { freePort } from '../../scripts/lib/ports.ts';
import { type FrontDoor, openFrontDoor, type Place } from './front-door.ts';

/** Where the replicas are: `isProxied` when HAProxy can stand before them. */
export type Replicas = { places: Place[]; isProxied: boolean };

/** Places that are free now; those behind HAProxy differ in their hosts, as it wants them. */
export async function placesFor(count: number): Promise<Replicas> {
  if (hasHaproxy()) {
    const hosts = hostsOf(count);
    const port = await commonPort(hosts);
    return { places: hosts.map((host) => ({ host, port })), isProxied: true };
  }
  const places: Place[] = [];
  for (let nth = 0; nth < count; nth++) places.push({ host: '127.0.0.1', port: await freePort() });
  return { places, isProxied: false };
}

/** The one address of them all, once all of them are reached by it. */
export async function openDoorTo({ places, isProxied }: Replicas): Promise<FrontDoor> {
  const [first] = places;
  if (!isProxied || !first) return openFrontDoor(places);
  const proxy = await startProxy({ hosts: () => places.map(({ host }) => host), port: first.port });
  await proxy.serves(places.length);
  return { url: proxy.url, stop: () => void proxy.stop() };
}
