import { BelowFold } from './below-fold.tsx';
import { BrandHero } from './brand-hero.tsx';
import { EntryCard } from './entry-card.tsx';
import { PeopleCount } from './people-count.tsx';

export function HomeScreen() {
  return (
    <>
      <BrandHero>
        <EntryCard google>
          <PeopleCount />
        </EntryCard>
      </BrandHero>
      <BelowFold />
    </>
  );
}
