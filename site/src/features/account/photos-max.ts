/** As many as a profile may have. */
export const PHOTOS_MAX = 6;
