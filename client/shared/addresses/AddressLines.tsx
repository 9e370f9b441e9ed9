import type { AddressView } from '@haat/contract/accounts/users.calls';
import type { AddressFields } from '@haat/contract/accounts/address';
import { checkDelivery, type DeliveryArea, toPlace } from '@haat/contract/shops/delivery-area';
import type { TextId } from '../../i18n/use-text.ts';
import looks from '../../ui/looks.module.css';
import { useLabelText } from './use-label-text.ts';
import styles from './Addresses.module.css';

/** Why the shop does not deliver there; undefined if it does. */
export function deliveryProblem(address: AddressView, area: DeliveryArea): TextId | undefined {
  const verdict = checkDelivery(area, toPlace(address));
  if (verdict === 'delivers') return undefined;
  return verdict === 'tooFar' ? 'address.tooFar' : 'address.unknownPlace';
}

type AddressLinesProps = { address: AddressFields & { label?: string | null } };

/** An address on several lines, its label first. */
export function AddressLines({ address: { label, name, street, city, zip, phone } }: AddressLinesProps) {
  const labelText = useLabelText()(label);
  return (
    <span className={styles.lines}>
      {labelText ? <strong>{labelText}</strong> : null}
      {labelText ? <span>{name}</span> : <strong>{name}</strong>}
      <span>
        {street}, {city} {zip}
      </span>
      <span className={`${looks.hint} ${looks.numbers}`}>{phone}</span>
    </span>
  );
}
