/** Who is signed in and for which shop, as the database says it now. `role` is set for a member of that shop only. */
export type Session = {
  userId: number;
  sessionId: string;
  email: string;
  shopId: number;
  shopSlug: string;
  role: 'vendor' | 'admin' | undefined;
  isPlatformAdmin: boolean;
  /** Why the platform has suspended the session's shop; undefined while it stands. */
  shopSuspendedFor?: string | undefined;
};

/** Whether the session is that of somebody who works for the shop. Its shop alone says nothing: a customer's has one, too. */
export const worksFor = ({ role, shopId }: Pick<Session, 'role' | 'shopId'>, shop: number): boolean =>
  role !== undefined && shopId === shop;

/** Whether the session may see what concerns the shop it is for: as a member, or as the platform's operator. */
export const isMember = ({ role, isPlatformAdmin }: Pick<Session, 'role' | 'isPlatformAdmin'>): boolean =>
  role !== undefined || isPlatformAdmin;

/** What decides over the rights to a shop. */
export type Manager = Pick<Session, 'role' | 'shopId' | 'isPlatformAdmin'>;

/** Whether the session may change what belongs to the shop: as one who works there, or as the platform's operator. */
export const managesShop = (by: Manager, shop: number): boolean => worksFor(by, shop) || by.isPlatformAdmin;

/** Whether the session may change the shop it is for, its settings and its team: as its admin, or as the platform's operator. */
export const isAdmin = ({ role, isPlatformAdmin }: Pick<Session, 'role' | 'isPlatformAdmin'>): boolean =>
  role === 'admin' || isPlatformAdmin;
