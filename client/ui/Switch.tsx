import type { ComponentProps } from 'react';
import styles from './Switch.module.css';

type Props = Omit<ComponentProps<'input'>, 'className' | 'type' | 'role' | 'onChange' | 'checked'> & {
  label: string;
  checked: boolean;
  onSwitch: (isOn: boolean) => void;
};

/** A switch; a change applies immediately. */
export function Switch({ label, checked, onSwitch, ...input }: Props) {
  return (
    <label className={styles.switch}>
      <input
        {...input}
        type="checkbox"
        role="switch"
        aria-checked={checked}
        checked={checked}
        onChange={(event) => onSwitch(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
