import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { ButtonLink } from '#ui/button.tsx';

/** A page of its own that is reached from the member's profile, with the way back. */
export function ProfileSubpage({
  back,
  lead,
  children,
}: {
  back: string;
  lead: string;
  children: ReactNode;
}) {
  const { title } = useCurrentRoute();
  return (
    <div className="mx-auto w-full max-w-2xl px-4 pt-1 pb-10 wrap-anywhere sm:px-5 sm:py-10">
      <ButtonLink
        to={paths.profile()}
        variant="ghost"
        size="sm"
        icon={<ArrowLeft aria-hidden="true" className="size-4" />}
        className="-ml-4 max-sm:hidden"
      >
        {back}
      </ButtonLink>
      <PageHeading className="mt-2">{title}</PageHeading>
      <p className="mt-2 text-lg text-muted">{lead}</p>
      {children}
    </div>
  );
}
