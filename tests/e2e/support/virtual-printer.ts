import type { Browser, CDPSession, Page } from '@playwright/test';

const ADDRESS = '09:09:09:09:09:09';
const SERVICE = '000018f0-0000-1000-8000-00805f9b34fb';
const CHARACTERISTIC = '00002af1-0000-1000-8000-00805f9b34fb';
const NAME = 'MPT-II';

/** `at`: when it came, and was answered, in ms. */
type Write = { bytes: Buffer; at: number };
/** What its characteristic lets a page do; 'nothing': it is a device of another kind, which has none. */
export type PrinterProperties = 'nothing' | Properties;
type Properties = { write?: boolean; writeWithoutResponse?: boolean; read?: boolean };
type Making = { page: Page; properties: PrinterProperties | undefined };

/** A Bluetooth printer that Chromium takes for a real one: it writes down what it is sent. */
export type VirtualPrinter = {
  writes: readonly Write[];
  /** All that was sent since the last call, put together. */
  takePaper: () => Uint8Array;
  /** Breaks the connection as soon as so many more chunks have come. */
  breakAfter: (chunks: number) => void;
  /** After a page was loaded anew: with it the browser lets go of its made-up radio. */
  switchOnAgain: () => Promise<void>;
  /** The person of another tab chooses it, too. */
  meet: (page: Page) => Promise<void>;
  /** The person closes the browser's list of devices without choosing one. */
  refuseChoice: () => void;
  /** Switches the radio off, with all that it knows. */
  remove: () => Promise<void>;
};

/** Puts a printer beside the browser, which was started with the feature WebBluetooth; the page's person chooses it. */
export async function startVirtualPrinter(browser: Browser, { page, properties }: Making): Promise<VirtualPrinter> {
  const root = await browser.newBrowserCDPSession();
  const writes: Write[] = [];
  let taken = 0;
  let breaksAt = Infinity;
  await switchOn(root);
  await offerServices(root, properties ?? { write: true, writeWithoutResponse: true });
  root.on('BluetoothEmulation.characteristicOperationReceived', ({ characteristicId, type, data }) => {
    writes.push({ bytes: Buffer.from(data ?? '', 'base64'), at: performance.now() });
    const answer = { characteristicId, type, code: 0 };
    // A write that wants no answer may be over before this one.
    root.send('BluetoothEmulation.simulateCharacteristicOperationResponse', answer).catch(() => {});
    if (writes.length < breaksAt) return;
    breaksAt = Infinity;
    void root.send('BluetoothEmulation.simulateGATTDisconnection', { address: ADDRESS });
  });
  const choice = await chooseForPerson(page);
  return {
    writes,
    takePaper: () => {
      const fresh = writes.slice(taken);
      taken = writes.length;
      return Buffer.concat(fresh.map(({ bytes }) => bytes));
    },
    breakAfter: (chunks) => {
      breaksAt = writes.length + chunks;
    },
    switchOnAgain: async () => {
      await root.send('BluetoothEmulation.disable');
      await switchOn(root);
    },
    meet: async (other) => {
      await chooseForPerson(other);
    },
    refuseChoice: choice.refuse,
    remove: async () => {
      await root.send('BluetoothEmulation.disable');
      await root.detach();
    },
  };
}

async function switchOn(root: CDPSession): Promise<void> {
  await root.send('BluetoothEmulation.enable', { state: 'powered-on', leSupported: true });
  await root.send('BluetoothEmulation.simulatePreconnectedPeripheral', {
    address: ADDRESS,
    name: NAME,
    manufacturerData: [],
    knownServiceUuids: [SERVICE],
  });
}

async function offerServices(root: CDPSession, printer: PrinterProperties): Promise<void> {
  let isOffered = false;
  root.on('BluetoothEmulation.gattOperationReceived', async ({ address, type }) => {
    // The offered services end with the connection.
    if (type === 'connection') isOffered = false;
    if (type === 'discovery' && !isOffered && printer !== 'nothing') {
      isOffered = true;
      const { serviceId } = await root.send('BluetoothEmulation.addService', { address, serviceUuid: SERVICE });
      const characteristic = { characteristicUuid: CHARACTERISTIC, properties: { ...printer } };
      await root.send('BluetoothEmulation.addCharacteristic', { serviceId, ...characteristic });
    }
    await root.send('BluetoothEmulation.simulateGATTOperationResponse', { address, type, code: 0 });
  });
}

async function chooseForPerson(page: Page): Promise<{ refuse: () => void }> {
  const session = await page.context().newCDPSession(page);
  // The browser reports each device that it finds; a list is answered once.
  const answered = new Set<string>();
  let isRefusing = false;
  await session.send('DeviceAccess.enable');
  session.on('DeviceAccess.deviceRequestPrompted', ({ id, devices: [device] }) => {
    if (answered.has(id) || !device) return;
    answered.add(id);
    if (isRefusing) void session.send('DeviceAccess.cancelPrompt', { id });
    else void session.send('DeviceAccess.selectPrompt', { id, deviceId: device.id });
    isRefusing = false;
  });
  return {
    refuse: () => {
      isRefusing = true;
    },
  };
}
