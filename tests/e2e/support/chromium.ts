/** Chromium as people have it, for what a headless shell of it lacks: a list of Bluetooth devices, cameras, push messages. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

export const ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  // The pages of a context share one renderer process, which takes about as long to start as our page takes to load.
  '--process-per-site',
];
