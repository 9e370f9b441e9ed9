import { getProblemPicture } from '@haat/contract/orders/problems.calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { callQuery } from '../../../lib/call-query.ts';
import { fetchFile } from '../../../lib/files.ts';
import { fileUrl } from '../../../lib/pictures.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import list from '../../../ui/PictureList.module.css';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import styles from './Problems.module.css';

type Props = { problemId: number; pictures: string[] };

/** The pictures of a problem, small; one of them large in a dialog. Each is requested with the session of the user. */
export function ProblemPictures({ problemId, pictures }: Props) {
  const t = useText();
  const [open, setOpen] = useState<number>();
  if (pictures.length === 0) return null;
  const nameOf = (index: number) => t('problem.picture', { number: index + 1 });
  const shown = open === undefined ? undefined : pictures[open];
  return (
    <>
      <ul className={list.thumbnails}>
        {pictures.map((picture, index) => (
          <li key={picture}>
            <button
              type="button"
              className={styles.thumbnail}
              aria-label={nameOf(index)}
              onClick={() => setOpen(index)}
            >
              <Picture problemId={problemId} picture={picture} alt="" />
            </button>
          </li>
        ))}
      </ul>
      {open !== undefined && shown ? (
        <Dialog label={nameOf(open)} onClose={() => setOpen(undefined)}>
          <Picture problemId={problemId} picture={shown} alt={nameOf(open)} className={styles.large} />
          <Button look="secondary" onClick={() => setOpen(undefined)} data-autofocus>
            {t('common.close')}
          </Button>
        </Dialog>
      ) : null}
    </>
  );
}

type PictureProps = { problemId: number; picture: string; alt: string; className?: string | undefined };

function Picture({ problemId, picture, alt, className }: PictureProps) {
  const t = useText();
  const { queryKey: key, meta } = callQuery(getProblemPicture, { params: { id: problemId, picture } });
  const [, address] = key;
  const { data: content, error } = useQuery({
    queryKey: [...key],
    queryFn: async ({ signal }) => (await fetchFile(address, signal)).blob(),
    meta,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (error) return <Notice tone="error">{t('problem.noPicture')}</Notice>;
  return content ? (
    <img className={className} src={fileUrl(content)} alt={alt} />
  ) : (
    <Skeleton height="96px" radius="var(--radius-picture)" />
  );
}
