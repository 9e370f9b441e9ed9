import { DomainError } from '../errors.ts';

/** The refusal of a call on a shared device where nobody has entered their PIN. */
export const pinRequired = () => new DomainError('pin_required', 'Enter your PIN on this device first.');

/** The refusal of a call about the account that a shared device is logged in with. */
export const sharedDevice = () =>
  new DomainError('shared_device', 'This device is shared. Use your own device for your account.');

/** The refusal of a change that somebody else has made on the device. */
export const otherPerson = () =>
  new DomainError('pin_required', 'Another member is working on this device now. The change was not saved.');
