import { ChevronDown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Tag } from '#ui/badge.tsx';

interface DisclosureProps {
  title: ReactNode;
  detail?: ReactNode;
  /** Something in it is wrong, so that it opens by itself. */
  isAtFault?: boolean;
  children: ReactNode;
}

/** More fields about one thing, behind its name. The browser's own part: it is found by a search in the page. */
export function Disclosure({ title, detail, isAtFault = false, children }: DisclosureProps) {
  const { t } = useTranslation('flows');
  const element = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (isAtFault && element.current) element.current.open = true;
  }, [isAtFault]);
  return (
    <details ref={element} className="group rounded-field border border-line">
      <summary className="flex min-h-12 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-1 rounded-field px-4 py-2.5 transition-colors hover:bg-soft [&::-webkit-details-marker]:hidden">
        <span className="font-medium">{title}</span>
        {isAtFault && <Tag tone="danger">{t('problem.here')}</Tag>}
        {detail && <span className="text-sm text-muted">{detail}</span>}
        <ChevronDown
          aria-hidden
          className="ms-auto size-5 text-muted transition-[rotate] group-open:rotate-180"
        />
      </summary>
      <div className="flex flex-col gap-5 border-t border-line p-4">{children}</div>
    </details>
  );
}
