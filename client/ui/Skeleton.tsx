import styles from './Skeleton.module.css';

type Props = { width?: string; height: string; radius?: string };

/** A grey placeholder for content that is loading. */
export function Skeleton({ width = '100%', height, radius }: Props) {
  return (
    <span className={styles.bone} style={{ width, height, borderRadius: radius }} aria-hidden="true" data-skeleton="" />
  );
}
