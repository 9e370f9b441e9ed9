import { Skeleton } from '../../ui/Skeleton.tsx';
import shelf from './Shelf.module.css';

const CARDS = Array.from({ length: 10 }, (_, at) => at);

type Props = { isSeen: boolean };

/**
 * The shelf while it is on its way, in its own shape. It keeps its place unseen until it is known whether the shop is closed:
 * the notice that says so stands above it.
 */
export function ShelfSkeleton({ isSeen }: Props) {
  return (
    <div className={shelf.shelf} style={{ visibility: isSeen ? 'visible' : 'hidden' }} aria-busy="true">
      <div className={shelf.tools}>
        <Skeleton height="44px" radius="999px" />
        <Skeleton height="48px" />
      </div>
      <div className={shelf.section}>
        <div className={shelf.title}>
          <Skeleton width="140px" height="25px" />
        </div>
        <div className={shelf.grid}>
          {CARDS.map((at) => (
            <Skeleton key={at} height="310px" radius="var(--radius-card)" />
          ))}
        </div>
      </div>
    </div>
  );
}
