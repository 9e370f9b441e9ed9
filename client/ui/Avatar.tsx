import { pictureSrcSet } from '@haat/contract/catalog/pictures';
import { useState } from 'react';
import { API_BASE } from '../lib/config.ts';
import styles from './Avatar.module.css';

const DEFAULT_AVATAR = 'images/avatar.png';

type Props = {
  /** Server-relative, or the URL of a file chosen on this device. */
  path: string | null | undefined;
  /** In px, of either side. */
  size: number;
};

/** The picture of a person, round; the default avatar where there is none or it cannot be fetched. */
export function Avatar({ path, size }: Props) {
  const [missing, setMissing] = useState<string>();
  const url = path && path !== missing ? path.replace(/^\//, `${API_BASE}/`) : undefined;
  return (
    <img
      className={styles.avatar}
      src={url ?? DEFAULT_AVATAR}
      srcSet={url && pictureSrcSet(url)}
      sizes={`${size}px`}
      alt=""
      width={size}
      height={size}
      decoding="async"
      onError={() => setMissing(path ?? undefined)}
    />
  );
}
