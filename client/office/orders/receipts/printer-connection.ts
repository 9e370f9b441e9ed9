import { RECEIPT_CHUNK_BYTES, receiptChunk, receiptChunkCount } from '@haat/contract/orders/receipt-chunks';
import type { ConnectionEvent, PrinterInput } from '@haat/machines/orders/receipt-printer.machine';
import { PrintingError, problemOfPrinting } from '@haat/machines/orders/receipt-ticket.machine';
import { fromCallback } from 'xstate';
import { chosenDevice, findWritableCharacteristic } from './bluetooth-printer.ts';

let characteristic: BluetoothRemoteGATTCharacteristic | undefined;
let bytes = new Uint8Array();
/** The number of bytes that the printer has confirmed. */
let sentBytes = 0;

/** The connection to the chosen printer while the machine invokes it. */
export const printerConnection = fromCallback<ConnectionEvent, PrinterInput>(({ sendBack }) => {
  const device = chosenDevice();
  let hasEnded = false;
  const report = (event: ConnectionEvent) => {
    if (!hasEnded) sendBack(event);
  };
  const reportLost = () => report({ type: 'connection.lost' });
  device?.addEventListener('gattserverdisconnected', reportLost);
  void connect(device)
    .then(() => report({ type: 'connection.made' }))
    .catch((error: unknown) =>
      error instanceof PrintingError
        ? report({ type: 'connection.failed', problem: problemOfPrinting(error) })
        : reportLost(),
    );
  return () => {
    hasEnded = true;
    device?.removeEventListener('gattserverdisconnected', reportLost);
    device?.gatt?.disconnect();
  };
});

/** Sets what `sendChunk` sends, after padding for an interrupted picture; returns the number of chunks. */
export function loadChunks(all: Uint8Array): number {
  bytes = Uint8Array.of(...new Uint8Array(missingImageBytes(bytes, sentBytes)), ...all);
  sentBytes = 0;
  return receiptChunkCount(bytes.length);
}

/** Resolves when the printer has confirmed the chunk; without confirmations, when the system has accepted it. */
export async function sendChunk(index: number): Promise<void> {
  if (!characteristic) throw new Error('No printer is connected');
  const chunk = receiptChunk(bytes, index) as Uint8Array<ArrayBuffer>;
  if (characteristic.properties.write) await characteristic.writeValueWithResponse(chunk);
  else await characteristic.writeValueWithoutResponse(chunk);
  sentBytes = Math.min(bytes.length, (index + 1) * RECEIPT_CHUNK_BYTES);
}

async function connect(device: BluetoothDevice | undefined): Promise<void> {
  if (!device?.gatt) throw new PrintingError('receipts.notAPrinter');
  characteristic = await findWritableCharacteristic(await device.gatt.connect());
}

/** GS v 0: an image follows, with its width in bytes and its height. */
const IMAGE_COMMAND = [0x1d, 0x76, 0x30];
const HEADER_BYTES = 8;

/**
 * How many zeros to send first after an interrupted receipt: inside an image the printer takes the next bytes for dots, and
 * would swallow the beginning of the next receipt. Zeros are white dots there and are ignored elsewhere. The chunk after the
 * confirmed bytes may have arrived as well.
 */
export function missingImageBytes(bytes: Uint8Array, sent: number): number {
  for (let at = 0; at < sent + RECEIPT_CHUNK_BYTES; at += 1) {
    if (!IMAGE_COMMAND.every((byte, offset) => bytes[at + offset] === byte)) continue;
    const end = at + HEADER_BYTES + numberAt(bytes, at + 4) * numberAt(bytes, at + 6);
    if (end > sent) return end - sent;
    at = end - 1;
  }
  return 0;
}

const numberAt = (bytes: Uint8Array, at: number) => (bytes[at] ?? 0) + 256 * (bytes[at + 1] ?? 0);
