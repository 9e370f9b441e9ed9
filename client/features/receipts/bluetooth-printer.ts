import { PrintingError } from '@haat/machines/receipt-printer/printing-error';
import type { ChoiceInput, Printer } from '@haat/machines/receipt-printer/receipt-printer-events';
import { rememberPrinter } from './printer-memory.ts';

/** Under which services printers take what is to be printed: each maker of Bluetooth modules has its own. */
const PRINTER_SERVICES = [
  0x18f0,
  0xff00,
  0xffe0,
  0xfff0,
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
  'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
  '6e400001-b5a3-f393-e0a9-e50e24dcca9e',
];

/** The device as this page knows it: browsers forget it with the page. */
let device: BluetoothDevice | undefined;

/** Whether this browser can reach Bluetooth printers at all. */
export function canReachPrinters(): boolean {
  return bluetooth() !== undefined;
}

/**
 * The printer known from before where the browser still knows it, else the one that somebody chooses now, which a tap
 * must have asked for; undefined when none was chosen. Rejects with PrintingError. Spec section 8.
 */
export async function choosePrinter({ known }: ChoiceInput): Promise<Printer | undefined> {
  const reach = bluetooth();
  if (!reach) throw new PrintingError('receipts.noBluetooth');
  const found = known && (device?.id === known.id ? device : await findAgain(reach, known));
  device = found ?? (await ask(reach));
  if (!device) return undefined;
  const printer = { id: device.id, name: device.name ?? '' };
  rememberPrinter(printer);
  return printer;
}

/** The device that was chosen on this page. */
export function chosenDevice(): BluetoothDevice | undefined {
  return device;
}

/** Where the browser's own memory may be told, it forgets the device as well. */
export async function releaseDevice(): Promise<void> {
  const left = device;
  device = undefined;
  await left?.forget?.();
}

/** The characteristic that takes what is to be printed. Rejects with PrintingError when the device has none. */
export async function findOutlet(server: BluetoothRemoteGATTServer): Promise<BluetoothRemoteGATTCharacteristic> {
  const services = await server.getPrimaryServices().catch((cause: unknown) => {
    throw isNamed(cause, 'NotFoundError') ? new PrintingError('receipts.notAPrinter', { cause }) : cause;
  });
  for (const service of services) {
    const characteristics = await service.getCharacteristics().catch(noneFound);
    const outlet = characteristics.find(
      ({ properties: { write, writeWithoutResponse } }) => write || writeWithoutResponse,
    );
    if (outlet) return outlet;
  }
  throw new PrintingError('receipts.notWritable');
}

const bluetooth = () => (navigator as Partial<Navigator>).bluetooth;

async function findAgain(reach: Bluetooth, { id }: Printer): Promise<BluetoothDevice | undefined> {
  const devices = await reach.getDevices?.().catch(() => []);
  return devices?.find((each) => each.id === id);
}

async function ask(reach: Bluetooth): Promise<BluetoothDevice | undefined> {
  try {
    // Not by their services: cheap printers do not tell of them before they are connected.
    return await reach.requestDevice({ acceptAllDevices: true, optionalServices: PRINTER_SERVICES });
  } catch (cause) {
    if (isNamed(cause, 'NotFoundError') && (await isOn(reach))) return undefined;
    throw new PrintingError('receipts.bluetoothOff', { cause });
  }
}

const isOn = (reach: Bluetooth) => reach.getAvailability().catch(() => false);

function noneFound(error: unknown): BluetoothRemoteGATTCharacteristic[] {
  if (isNamed(error, 'NotFoundError')) return [];
  throw error;
}

const isNamed = (error: unknown, name: string) => error instanceof DOMException && error.name === name;
