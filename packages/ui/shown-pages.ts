import { PAGER_NUMBERS } from '../../contract/kernel/constants.ts';

/** Up to five numbers with the current one in the middle, as far as the ends allow. */
export function shownPages(page: number, pages: number): number[] {
  const count = Math.min(PAGER_NUMBERS, pages);
  const first = Math.max(1, Math.min(page - Math.floor(PAGER_NUMBERS / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
