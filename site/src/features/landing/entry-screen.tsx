import { useCurrentRoute } from '../../lib/current-route.ts';
import { BrandHero } from './brand-hero.tsx';
import { EntryCard } from './entry-card.tsx';

/** Addresses that are themselves a way in, where nobody meant to go on to something else. */
const landings = new Set(['/signup', '/ms', '/find']);

export function EntryScreen() {
  const { path } = useCurrentRoute();
  return (
    <BrandHero>
      <EntryCard google goesOn={!landings.has(path)} />
    </BrandHero>
  );
}
