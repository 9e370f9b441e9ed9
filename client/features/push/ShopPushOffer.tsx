import type { ReactNode } from 'react';
import { DevicePush } from './DevicePush.tsx';
import { usePush } from './use-push.ts';

type Props = {
  /** For where no message comes with the page closed: what the open page can do. */
  otherwise: ReactNode;
};

/** For the team of a shop: to be told of new orders on this device. */
export function ShopPushOffer({ otherwise }: Props) {
  const { standing } = usePush();
  if (standing === 'unknown' || standing === 'unsupported') return otherwise;
  return <DevicePush offer="push.offerShop" on="push.onShop" saysWhy={standing !== 'saved'} />;
}
