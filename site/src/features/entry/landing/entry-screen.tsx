import { useCurrentRoute } from '../../../shell/current-route.ts';
import { paths } from '../../../shell/paths.ts';
import { useSession } from '../../../shell/session.ts';
import { BrandHero } from './brand-hero.tsx';
import { EntryCard } from './entry-card.tsx';
import { TeaserPlace } from './teaser-place.tsx';

/** Addresses that are themselves a way in, where nobody meant to go on to something else. */
const landings = new Set<string>([paths.signUp, paths.signUpFromAdvert, paths.find]);

export function EntryScreen() {
  const { path } = useCurrentRoute();
  const { status } = useSession();
  return (
    <>
      <BrandHero>
        <EntryCard google goesOn={!landings.has(path)} />
      </BrandHero>
      {path === paths.find && status !== 'member' && <TeaserPlace />}
    </>
  );
}
