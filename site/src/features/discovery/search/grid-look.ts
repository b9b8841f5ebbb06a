import { MOBILE_MAX_WIDTH } from '../../../../../contract/kernel/constants.ts';
import { classNames } from '../../../../../packages/ui/class-names.ts';

/**
 * On a phone two columns, and the first of an odd number alone above them; then three and two, centred; on a desk all
 * five side by side.
 */
export const gridLook =
  'grid grid-cols-2 gap-x-4 gap-y-6 [--gap:1.25rem] sm:flex sm:flex-wrap sm:justify-center sm:gap-x-(--gap) sm:gap-y-8 xl:grid xl:grid-cols-5 xl:[--gap:1.5rem]';

export function cellLook(large: boolean, className?: string): string {
  return classNames(
    'min-w-0 sm:w-[calc((100%-2*var(--gap))/3)] xl:w-auto',
    large && 'max-sm:col-span-2',
    className,
  );
}

/** Whether a card stands alone in its row on a phone. */
export function isLarge(index: number, count: number): boolean {
  return index === 0 && count % 2 === 1;
}

export function cardSizes(large: boolean): string {
  return `(min-width: 1200px) 236px, (min-width: ${MOBILE_MAX_WIDTH + 1}px) 33vw, ${large ? '100vw' : '50vw'}`;
}
