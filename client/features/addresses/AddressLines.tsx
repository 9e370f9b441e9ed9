import type { AddressFields } from '@haat/contract/rules/address';
import styles from './AddressLines.module.css';

type Props = { address: AddressFields };

/** An address as people write it. */
export function AddressLines({ address: { name, street, city, zip, phone } }: Props) {
  return (
    <span className={styles.lines}>
      <strong>{name}</strong>
      <span>
        {street}, {city} {zip}
      </span>
      <span className={styles.phone}>{phone}</span>
    </span>
  );
}
