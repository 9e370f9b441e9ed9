import { useName } from '../../i18n/use-name.ts';
import styles from './VariantSelect.module.css';

type Props = {
  label: string;
  options: readonly { id: number; name: string }[];
  chosen: number | undefined;
  onChoose: (optionId: number) => void;
};

/** One aspect of a product to choose from. */
export function VariantSelect({ label, options, chosen, onChoose }: Props) {
  const nameOf = useName();
  return (
    <select
      className={styles.select}
      aria-label={label}
      value={chosen}
      onChange={(event) => onChoose(Number(event.target.value))}
    >
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {nameOf(name)}
        </option>
      ))}
    </select>
  );
}
