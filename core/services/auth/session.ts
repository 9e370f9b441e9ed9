/** Who is signed in and for which shop, as the database says it now. `role` is set for a member of that shop only. */
export type Session = {
  userId: number;
  sessionId: string;
  email: string;
  shopId: number;
  shopSlug: string;
  role: 'vendor' | 'admin' | undefined;
  isPlatformAdmin: boolean;
};
