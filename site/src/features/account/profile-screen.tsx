import { useTranslation } from 'react-i18next';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { useMustAgreeAgain } from '#site/shell/session.ts';
import { AboutForm } from './about-form.tsx';
import { AnswersCard } from './answers-card.tsx';
import { AppealsHere } from './appeals-here.tsx';
import { CompletenessCard } from './completeness.tsx';
import { Panels } from './panels.tsx';
import { PhotosCard } from './photos-card.tsx';
import { AboutSkeleton } from './profile-skeleton.tsx';
import { ClosingBanner, StatusLine, TermsNotice } from './profile-status.tsx';
import { SanctionNotices } from './sanction-notices.tsx';
import { Settings } from './settings.tsx';
import { useOwnProfile } from './use-profile-form.ts';

export function ProfileScreen() {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['profile', 'errors']);
  const { title } = useCurrentRoute();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pt-1 pb-10 sm:px-5 sm:py-10">
      <PageHeading className="mb-6">{title}</PageHeading>
      <Profile />
      <Panels />
      <AppealsHere />
    </div>
  );
}

function Profile() {
  const profile = useOwnProfile();
  const leaves = useMustAgreeAgain();
  return (
    <div className="grid grid-cols-1 items-start gap-6 wrap-anywhere lg:grid-cols-[20rem_minmax(0,1fr)] lg:gap-8">
      <div className="space-y-6 empty:hidden lg:col-span-2">
        <ClosingBanner />
        <TermsNotice />
        <SanctionNotices />
        <StatusLine />
      </div>
      <div className="space-y-6 lg:sticky lg:top-23">
        {!leaves && <PhotosCard />}
        {!leaves && profile.data && <CompletenessCard profile={profile.data} />}
      </div>
      <div className="space-y-8">
        <Loaded query={profile} skeleton={<AboutSkeleton />}>
          {(data) => (
            <>
              <AnswersCard profile={data} />
              <AboutForm profile={data} />
            </>
          )}
        </Loaded>
        <Settings />
      </div>
    </div>
  );
}
