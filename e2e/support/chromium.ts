/** Chromium as people have it, for what a headless shell of it lacks: a list of Bluetooth devices, cameras. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';
