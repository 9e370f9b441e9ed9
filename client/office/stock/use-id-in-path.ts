import { useLocation } from 'react-router-dom';

/** The id at the end of the address; 0, which nothing has, where there is none. */
export function useIdInPath(): number {
  const id = Number(useLocation().pathname.split('/').at(-1));
  return Number.isSafeInteger(id) ? id : 0;
}
