import { DomainError } from '../errors.ts';

/** The error for a call on a shared device before a PIN was entered. */
export const pinRequired = () => new DomainError('pin_required', 'Enter your PIN on this device first.');

/** The error for a call about the account that a shared device is logged in with. */
export const sharedDevice = () =>
  new DomainError('shared_device', 'This device is shared. Use your own device for your account.');

/** The error for a change by a member who no longer acts on the device. */
export const otherPerson = () =>
  new DomainError('pin_required', 'Another member is working on this device now. The change was not saved.');
