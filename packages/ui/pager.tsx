import { ChevronLeft, ChevronRight } from 'lucide-react';
import { PAGER_NUMBERS } from '#contract/kernel/constants.ts';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';

type PagerProps = {
  page: number;
  pages: number;
  onPage: (page: number) => void;
  labels: { nav: string; previous: string; next: string; page: (page: number) => string };
  className?: string | undefined;
};

export function Pager({ page, pages, onPage, labels, className }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav
      aria-label={labels.nav}
      className={classNames('flex min-w-0 items-center justify-center sm:gap-1', className)}
    >
      <IconButton
        label={labels.previous}
        icon={<ChevronLeft className="size-5" />}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      {shownPages(page, pages).map((number) => (
        <button
          key={number}
          type="button"
          aria-label={labels.page(number)}
          aria-current={number === page ? 'page' : undefined}
          onClick={() => onPage(number)}
          className="grid h-11 w-11 min-w-9 shrink place-items-center rounded-(--corner-round) font-semibold text-ink tabular-nums transition hover:bg-soft aria-[current=page]:bg-primary-fill aria-[current=page]:text-on-primary"
        >
          {number}
        </button>
      ))}
      <IconButton
        label={labels.next}
        icon={<ChevronRight className="size-5" />}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}

/** Up to five numbers with the current one in the middle, as far as the ends allow. */
export function shownPages(page: number, pages: number): number[] {
  const count = Math.min(PAGER_NUMBERS, pages);
  const first = Math.max(1, Math.min(page - Math.floor(PAGER_NUMBERS / 2), pages - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
