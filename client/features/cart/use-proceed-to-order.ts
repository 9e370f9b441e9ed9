import { useLocation, useNavigate, useParams } from 'react-router-dom';

/**
 * Goes to the order of the shop: its slug is the route's parameter or, where that is missing or the text 'undefined' or
 * 'null', the first segment of the path; without either nothing happens. Spec section 2, cart popup.
 */
export function useProceedToOrder(): () => void {
  const { shopSlug } = useParams();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  return () => {
    const slug = [shopSlug, pathname.split('/')[1]].find(isGiven);
    if (slug) void navigate(`/${slug}/order`);
  };
}

function isGiven(slug: string | undefined): boolean {
  return Boolean(slug) && slug !== 'undefined' && slug !== 'null';
}
