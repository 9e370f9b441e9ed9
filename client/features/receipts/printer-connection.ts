import { RECEIPT_CHUNK_BYTES, receiptChunk, receiptChunkCount } from '@haat/contract/rules/receipt-chunks';
import { PrintingError, problemOfPrinting } from '@haat/machines/receipt-printer/printing-error';
import type { ConnectionEvent, PrinterInput } from '@haat/machines/receipt-printer/receipt-printer-events';
import { fromCallback } from 'xstate';
import { chosenDevice, findOutlet } from './bluetooth-printer.ts';
import { unfinishedPicture } from './unfinished-picture.ts';

let outlet: BluetoothRemoteGATTCharacteristic | undefined;
let bytes = new Uint8Array();
/** How many of the bytes the printer has for certain. */
let sentBytes = 0;

/** The connection to the chosen printer, from when the machine asks for it until the machine leaves it. */
export const printerConnection = fromCallback<ConnectionEvent, PrinterInput>(({ sendBack }) => {
  const device = chosenDevice();
  let isOver = false;
  const tell = (event: ConnectionEvent) => {
    if (!isOver) sendBack(event);
  };
  const lose = () => tell({ type: 'connection.lost' });
  device?.addEventListener('gattserverdisconnected', lose);
  void connect(device)
    .then(() => tell({ type: 'connection.made' }))
    .catch((error: unknown) =>
      error instanceof PrintingError ? tell({ type: 'connection.failed', problem: problemOfPrinting(error) }) : lose(),
    );
  return () => {
    isOver = true;
    device?.removeEventListener('gattserverdisconnected', lose);
    device?.gatt?.disconnect();
  };
});

/** Lays out what `sendChunk` sends, behind what is left of a picture that broke off; answers in how many chunks. */
export function loadChunks(all: Uint8Array): number {
  bytes = Uint8Array.of(...new Uint8Array(unfinishedPicture(bytes, sentBytes)), ...all);
  sentBytes = 0;
  return receiptChunkCount(bytes.length);
}

/** Resolves when the printer has the chunk, or where it does not say so, when the system has taken it. */
export async function sendChunk(index: number): Promise<void> {
  if (!outlet) throw new Error('No printer is connected');
  const chunk = receiptChunk(bytes, index) as Uint8Array<ArrayBuffer>;
  if (outlet.properties.write) await outlet.writeValueWithResponse(chunk);
  else await outlet.writeValueWithoutResponse(chunk);
  sentBytes = Math.min(bytes.length, (index + 1) * RECEIPT_CHUNK_BYTES);
}

async function connect(device: BluetoothDevice | undefined): Promise<void> {
  if (!device?.gatt) throw new PrintingError('receipts.notAPrinter');
  outlet = await findOutlet(await device.gatt.connect());
}
