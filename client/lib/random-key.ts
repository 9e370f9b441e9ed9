/** A unique key of 32 letters and digits; unlike `randomUUID` it works on plain http, too. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
