/** Chromium as people have it, for what a headless shell of it lacks: a list of Bluetooth devices, cameras, push messages. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  // The tabs of a person share one process: to start one takes more CPU time than our page does.
  '--process-per-site',
];
