import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Person } from '../../../../contract/profile/people.ts';
import { useShell } from '../../shell/boot.ts';
import { useSubjectTitle } from '../../shell/document-title.ts';
import { codeOf } from '../../shell/explain.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { useOpenPaywall } from '../../shell/paywalls.ts';
import { Actions } from './actions.tsx';
import { BackButton } from './back-button.tsx';
import { Facts } from './facts.tsx';
import { Gallery } from './gallery.tsx';
import { useKindWords } from './kind-words.ts';
import { Missing } from './missing.tsx';
import { PersonHeader } from './person-header.tsx';
import { PersonSkeleton } from './person-skeleton.tsx';
import { isSomebody, useOneMoreTry, usePerson, useVisit } from './use-person.ts';

export function PersonScreen() {
  // The sentences for failures must be there before there is something to explain.
  useTranslation(['person', 'people', 'errors']);
  const { profileId: id = '' } = useParams();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pb-4 sm:px-5 sm:py-8">
      {isSomebody(id) ? <PersonPage key={id} id={id} /> : <Missing />}
    </div>
  );
}

function PersonPage({ id }: { id: string }) {
  const person = usePerson(id);
  const { data, isPlaceholderData, refetch } = person;
  useVisit(id, Boolean(data) && !isPlaceholderData);
  const tryAgain = useOneMoreTry(refetch);
  const openPaywall = useOpenPaywall();
  const isLocked = codeOf(person.error) === 'profile.locked';
  useEffect(() => {
    if (isLocked) openPaywall('profile_locked');
  }, [isLocked, openPaywall]);
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
        <Facts person={person} />
        <Actions person={person} />
      </div>
    </article>
  );
}
