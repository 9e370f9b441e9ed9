/** In px. */
export const PICKUP_QR_SIZE = 132;
