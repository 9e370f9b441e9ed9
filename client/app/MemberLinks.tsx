import { useSharedDevice } from '../shared/session/shared-device.ts';
import { OwnLinks } from './OwnLinks.tsx';

type Props = { shopSlug: string; onFollow: () => void };

/** The links of a member's account; none on a device that several members share. */
export function MemberLinks(props: Props) {
  return useSharedDevice() ? null : <OwnLinks {...props} />;
}
