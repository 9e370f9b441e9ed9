import { lockDevice } from '@haat/contract/accounts/shared-devices.calls';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { showText } from '../../ui/toasts.tsx';
import { useChange } from '../../ui/use-change.ts';
import { useSharedDevice } from '../../shared/session/shared-device.ts';
import styles from './BackOfficeHeader.module.css';

/** In the header of the back office on a shared device: who is working, and the way to the next one. */
export function PersonButton() {
  const t = useText();
  const langOf = useScriptLang();
  const person = useSharedDevice()?.person;
  // Locked, the next one enters their PIN.
  const { send, isSending } = useChange(lockDevice, {
    failed: 'sharedDevice.lockFailed',
    onFailed: (_, text) => void showText('error', text),
  });
  if (!person) return null;
  const { name } = person;
  const label = t('sharedDevice.switch', { name });
  return (
    <button type="button" className={styles.person} title={label} disabled={isSending} onClick={() => send({})}>
      <span className={styles.initial} aria-hidden="true">
        {initialOf(name)}
      </span>
      <span className={styles.personName} aria-hidden="true" lang={langOf(name)}>
        {name}
      </span>
      <span className="visually-hidden">{label}</span>
    </button>
  );
}

export const initialOf = (name: string): string => (Array.from(name.trim())[0] ?? '?').toLocaleUpperCase();
