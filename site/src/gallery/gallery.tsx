import type { Picture } from '#ui/photo.tsx';
import { SkipLink } from '#ui/skip-link.tsx';
import { ToastProvider } from '#ui/toast.tsx';
import { GalleryColours } from './gallery-colours.tsx';
import { GalleryControls } from './gallery-controls.tsx';
import { GalleryFeedback } from './gallery-feedback.tsx';
import { GalleryFields } from './gallery-fields.tsx';
import { GalleryPeople } from './gallery-people.tsx';
import { SampleHero } from './sample-hero.tsx';
import { samplePhotos } from './sample-people.ts';

type GalleryProps = { hero: 'dusk' | 'tiles'; photos?: readonly Picture[] | undefined };

/** Every part in every state, for those who work on them. Never part of a build that members get. */
export function Gallery({ hero, photos = samplePhotos }: GalleryProps) {
  return (
    <ToastProvider labels={{ region: 'Avvisi', close: 'Chiudi' }}>
      <SkipLink to="parts">Vai al contenuto</SkipLink>
      <SampleHero hero={hero} photos={photos} />
      <main id="parts" className="mx-auto max-w-6xl px-5 pb-24">
        <GalleryColours />
        <GalleryControls />
        <GalleryFields />
        <GalleryPeople photos={photos} />
        <GalleryFeedback photos={photos} />
      </main>
    </ToastProvider>
  );
}
