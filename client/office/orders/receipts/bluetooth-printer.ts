import type { ChoiceInput, Printer } from '@haat/machines/orders/receipt-printer.machine';
import { PrintingError } from '@haat/machines/orders/receipt-ticket.machine';
import { storePrinter } from './printer-settings.ts';

/** The services that printers receive data on: each maker of Bluetooth modules has its own. */
const PRINTER_SERVICES = [
  0x18f0,
  0xff00,
  0xffe0,
  0xfff0,
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
  'e7810a71-73ae-499d-8c15-faa9aef0c3f2',
  '6e400001-b5a3-f393-e0a9-e50e24dcca9e',
];

/** Browsers release it with the page. */
let device: BluetoothDevice | undefined;

/** Whether this browser supports Bluetooth printers. */
export function isBluetoothSupported(): boolean {
  return bluetooth() !== undefined;
}

/**
 * The known printer if the browser still has access to it, else the one chosen in the browser's dialog, which needs a user
 * gesture; undefined when none was chosen. Rejects with PrintingError.
 */
export async function choosePrinter({ known }: ChoiceInput): Promise<Printer | undefined> {
  const reach = bluetooth();
  if (!reach) throw new PrintingError('receipts.noBluetooth');
  const found = known && (device?.id === known.id ? device : await findKnown(reach, known));
  device = found ?? (await requestDevice(reach));
  if (!device) return undefined;
  const printer = { id: device.id, name: device.name ?? '' };
  storePrinter(printer);
  return printer;
}

export function chosenDevice(): BluetoothDevice | undefined {
  return device;
}

/** Also revokes the browser's permission for the device, where that is supported. */
export async function releaseDevice(): Promise<void> {
  const left = device;
  device = undefined;
  await left?.forget?.();
}

/** The writable characteristic of a printer. Rejects with PrintingError when the device has none. */
export async function findWritableCharacteristic(
  server: BluetoothRemoteGATTServer,
): Promise<BluetoothRemoteGATTCharacteristic> {
  const services = await server.getPrimaryServices().catch((cause: unknown) => {
    throw isNamed(cause, 'NotFoundError') ? new PrintingError('receipts.notAPrinter', { cause }) : cause;
  });
  for (const service of services) {
    const characteristics = await service.getCharacteristics().catch(emptyIfNotFound);
    const writable = characteristics.find(
      ({ properties: { write, writeWithoutResponse } }) => write || writeWithoutResponse,
    );
    if (writable) return writable;
  }
  throw new PrintingError('receipts.notWritable');
}

const bluetooth = () => (navigator as Partial<Navigator>).bluetooth;

async function findKnown(reach: Bluetooth, { id }: Printer): Promise<BluetoothDevice | undefined> {
  const devices = await reach.getDevices?.().catch(() => []);
  return devices?.find((each) => each.id === id);
}

async function requestDevice(reach: Bluetooth): Promise<BluetoothDevice | undefined> {
  try {
    // Not filtered by service: cheap printers do not advertise theirs.
    return await reach.requestDevice({ acceptAllDevices: true, optionalServices: PRINTER_SERVICES });
  } catch (cause) {
    if (isNamed(cause, 'NotFoundError') && (await isOn(reach))) return undefined;
    throw new PrintingError('receipts.bluetoothOff', { cause });
  }
}

const isOn = (reach: Bluetooth) => reach.getAvailability().catch(() => false);

function emptyIfNotFound(error: unknown): BluetoothRemoteGATTCharacteristic[] {
  if (isNamed(error, 'NotFoundError')) return [];
  throw error;
}

const isNamed = (error: unknown, name: string) => error instanceof DOMException && error.name === name;
