import { Skeleton } from '../../ui/Skeleton.tsx';
import styles from './ProductForm.module.css';

/** The shape of the form while it is on its way. */
export function FormSkeleton() {
  return (
    <div className={styles.form}>
      <Skeleton height="420px" radius="var(--radius-card)" />
      <Skeleton height="280px" radius="var(--radius-card)" />
      <Skeleton height="320px" radius="var(--radius-card)" />
    </div>
  );
}
