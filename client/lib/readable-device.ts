/** The known browser and operating system; undefined without either. */
export function readableDevice(device: string | null): string | undefined {
  const known = device?.split(' on ').filter((part) => !part.startsWith('an unknown ')) ?? [];
  return known.length > 0 ? known.join(' · ') : undefined;
}
