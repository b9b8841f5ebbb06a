import { Ban, EllipsisVertical, Flag, MessageCircle, ArrowLeft, UserRoundX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useParams, useLocation, useNavigate } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import type { Person } from '#contract/profile/people.ts';
import { useShell } from '#site/shell/boot.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { useSubjectTitle } from '#site/shell/document-title.ts';
import { lazyOverlay } from '#site/shell/lazy-part.tsx';
import { Loaded } from '#site/shell/loaded.tsx';
import { Menu } from '#site/shell/menu.tsx';
import { PageHeading } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { type SellingName, paywallOf } from '#site/shell/paywalls.ts';
import { ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { ClosedPerson } from './closed-person.tsx';
import { Gallery } from './gallery.tsx';
import { HeartButton } from './likes.tsx';
import { Facts, PersonHeader } from './person-about.tsx';
import { isProfileId, useOneMoreTry, usePerson, useVisit } from './person-data.ts';
import { PersonSkeleton } from './person-skeleton.tsx';
import { Interests, Story } from './person-story.tsx';
import { useKindWords } from './person-summary.tsx';

const BlockDialog = lazyOverlay(async () => (await import('./block-dialog.tsx')).BlockDialog);
const ReportDialog = lazyOverlay(async () => (await import('./report-dialog.tsx')).ReportDialog);

export function PersonScreen() {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['person', 'people', 'errors']);
  const { profileId: id = '' } = useParams();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pb-4 sm:px-5 sm:py-8">
      {isProfileId(id) ? <PersonPage key={id} id={id} /> : <Missing />}
    </div>
  );
}

function PersonPage({ id }: { id: string }) {
  const person = usePerson(id);
  const { data, isPlaceholderData, refetch } = person;
  useVisit(id, Boolean(data) && !isPlaceholderData);
  const tryAgain = useOneMoreTry(refetch);
  const paywall = paywallOf(person.error);
  if (paywall) return <Closed paywall={paywall} />;
  return (
    <Loaded query={person} skeleton={<PersonSkeleton />}>
      {(found) => (found ? <Profile person={found} onBrokenPhoto={tryAgain} /> : <Missing />)}
    </Loaded>
  );
}

function Profile({ person, onBrokenPhoto }: { person: Person; onBrokenPhoto: () => void }) {
  const { brand } = useShell();
  const withKind = useKindWords();
  const title = `${withKind(person.screenName, person.kind)} · ${brand.title}`;
  useSubjectTitle(title);
  return (
    <article className="relative grid grid-cols-1 items-start gap-x-12 wrap-anywhere lg:grid-cols-[26rem_minmax(0,1fr)]">
      <BackButton />
      <div className="lg:sticky lg:top-23">
        <Gallery person={person} onBroken={onBrokenPhoto} />
      </div>
      <div className="flex min-h-full flex-col">
        <PersonHeader person={person} />
        <Interests person={person} />
        <Story person={person} />
        <Facts person={person} />
        <Actions person={person} />
      </div>
    </article>
  );
}

/** What can be done about a person. It stays within reach of the thumb while the page is read. */
function Actions({ person }: { person: Person }) {
  const { t } = useTranslation('person');
  const asks = useOverlay<'block' | 'report'>('about-person');
  const close = () => void asks.close();
  return (
    <>
      <div className="sticky bottom-[calc(var(--bottom-menu)+var(--notice)+env(safe-area-inset-bottom)+0.75rem)] z-20 mt-8 flex items-center gap-3 rounded-sheet edge bg-raised p-2.5 shadow-raised sm:bottom-[calc(var(--notice)+1rem)]">
        <HeartButton person={person} size="lg" variant="soft" />
        <ButtonLink
          to={paths.chat(person.id)}
          size="lg"
          wide
          className="max-sm:px-3 max-xs:px-1 max-xs:[&>svg]:hidden"
          icon={<MessageCircle aria-hidden="true" className="size-5" />}
        >
          {t('write')}
        </ButtonLink>
        <Menu
          trigger={
            <IconButton
              label={t('more')}
              size="lg"
              icon={<EllipsisVertical aria-hidden="true" className="size-6" />}
            />
          }
          actions={[
            {
              label: t('report.open'),
              icon: <Flag aria-hidden="true" />,
              onClick: () => asks.open('report'),
            },
            {
              label: t('block.open'),
              icon: <Ban aria-hidden="true" />,
              tone: 'danger',
              onClick: () => asks.open('block'),
            },
          ]}
        />
      </div>
      <BlockDialog person={person} open={asks.props === 'block'} onClose={close} />
      <ReportDialog person={person} open={asks.props === 'report'} onClose={close} />
    </>
  );
}

/** Leads to where one was, or to the search for who came straight here. */
function BackButton() {
  const { t } = useTranslation('person');
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <IconButton
      label={t('back')}
      variant="surface"
      icon={<ArrowLeft aria-hidden="true" className="size-5" />}
      // The first page of a visit has this key: before it there is nothing of ours.
      onClick={() => void (key === 'default' ? navigate(paths.find) : navigate(-1))}
      className="absolute top-0 left-0 z-10 xl:-left-16"
    />
  );
}

function Closed({ paywall }: { paywall: SellingName }) {
  const { title } = useCurrentRoute();
  return (
    <>
      <PageHeading className="sr-only">{title}</PageHeading>
      <ClosedPerson paywall={paywall} />
    </>
  );
}

/** The member may not see this person: unknown, hidden, blocked, or themselves. */
function Missing() {
  const { t } = useTranslation('person');
  const { title } = useCurrentRoute();
  return (
    <>
      <PageHeading className="sr-only">{title}</PageHeading>
      <EmptyState
        icon={<UserRoundX aria-hidden="true" />}
        title={t('missing.title')}
        text={t('missing.text')}
        action={<ButtonLink to={paths.find}>{t('missing.find')}</ButtonLink>}
      />
    </>
  );
}
