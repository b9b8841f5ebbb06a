import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { TWO_PANE_MIN_WIDTH } from '#contract/kernel/constants.ts';
import type { Person } from '#contract/profile/people.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { Photo } from '#ui/photo.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { LikeThing } from './like-thing.tsx';
import { Dots, DrawnPortrait, type Shot, shotsOf } from './shots.tsx';
import { useSlides } from './use-slides.ts';

const PhotoViewer = lazyPart(async () => (await import('./photo-viewer.tsx')).PhotoViewer);

type GalleryProps = { person: Person; onBroken: () => void };

/** All photos: one at a time on the page, any of them over the whole screen. */
export function Gallery({ person, onBroken }: GalleryProps) {
  const { t } = useTranslation('person');
  const shots = useMemo(() => shotsOf(person), [person]);
  const { current, show, onKeyDown, trackProps, shownButton } = useSlides(shots.length);
  const viewer = useOverlay('photos');
  const name = person.screenName;
  const total = shots.length;
  const shownPicture = person.pictures[current];
  if (total === 0) return <NoPhoto name={name} />;
  return (
    <section aria-label={t('gallery.label', { name })} className="mx-auto w-full max-w-md lg:max-w-none">
      <div className="relative">
        <ul
          {...trackProps}
          className="flex snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth rounded-portrait edge bg-skeleton [scrollbar-width:none]"
        >
          {shots.map(({ id, picture }, index) => (
            <li key={id} className="w-full shrink-0 snap-center">
              <button
                type="button"
                aria-label={t('gallery.enlarge', { number: index + 1, total })}
                tabIndex={index === current ? 0 : -1}
                onKeyDown={onKeyDown}
                onClick={() => viewer.open(true)}
                className="block w-full cursor-zoom-in rounded-portrait focus-visible:-outline-offset-4"
              >
                <Photo
                  photo={picture}
                  alt=""
                  sizes={`(min-width: ${TWO_PANE_MIN_WIDTH}) 26rem, 28rem`}
                  priority={index === 0}
                  onBroken={onBroken}
                  fallback={<DrawnPortrait />}
                />
              </button>
            </li>
          ))}
        </ul>
        <VisuallyHidden>
          <span aria-live="polite">{t('gallery.photo', { name, number: current + 1, total })}</span>
        </VisuallyHidden>
        {shownPicture && (
          <LikeThing
            key={shownPicture.id}
            person={person}
            what={{ photoId: shownPicture.id }}
            name={String(current + 1)}
            className="absolute! right-4 bottom-4"
          />
        )}
        <Dots current={current} total={total} />
        {total > 1 && <Steps current={current} total={total} show={show} />}
      </div>
      {total > 1 && <Thumbnails shots={shots} current={current} show={show} />}
      {viewer.isOpen && (
        <PhotoViewer
          shots={shots}
          name={name}
          first={current}
          finalFocus={shownButton}
          onClose={(last) => {
            show(last, 'instant');
            void viewer.close();
          }}
        />
      )}
    </section>
  );
}

type StepsProps = { current: number; total: number; show: (index: number) => void };

/** Arrows for the pointer. The keys do the same, and a finger swipes. */
function Steps({ current, total, show }: StepsProps) {
  const { t } = useTranslation('person');
  return (
    <>
      <IconButton
        label={t('gallery.previous')}
        variant="surface"
        aria-disabled={current === 0}
        icon={<ChevronLeft aria-hidden="true" className="size-6" />}
        onClick={() => show(current - 1)}
        className="absolute! top-1/2 left-3 -translate-y-1/2 aria-disabled:opacity-50 max-sm:hidden"
      />
      <IconButton
        label={t('gallery.next')}
        variant="surface"
        aria-disabled={current === total - 1}
        icon={<ChevronRight aria-hidden="true" className="size-6" />}
        onClick={() => show(current + 1)}
        className="absolute! top-1/2 right-3 -translate-y-1/2 aria-disabled:opacity-50 max-sm:hidden"
      />
    </>
  );
}

type ThumbnailsProps = { shots: readonly Shot[]; current: number; show: (index: number) => void };

function Thumbnails({ shots, current, show }: ThumbnailsProps) {
  const { t } = useTranslation('person');
  return (
    <ul className="mt-3 hidden flex-wrap gap-2.5 lg:flex">
      {shots.map(({ id, picture }, index) => (
        <li key={id}>
          <button
            type="button"
            aria-label={t('gallery.show', { number: index + 1 })}
            aria-current={index === current}
            onClick={() => show(index)}
            className="block w-16 overflow-hidden rounded-(--corner-check) opacity-70 outline-offset-2 transition hover:opacity-100 aria-current:opacity-100 aria-current:ring-3 aria-current:ring-primary-line"
          >
            <Photo photo={picture} alt="" sizes="4rem" ratio="square" fallback={<DrawnPortrait />} />
          </button>
        </li>
      ))}
    </ul>
  );
}

function NoPhoto({ name }: { name: string }) {
  const { t } = useTranslation('person');
  return (
    <Photo
      photo={null}
      alt={t('gallery.none', { name })}
      shape="portrait"
      fallback={<DrawnPortrait />}
      className="mx-auto w-full max-w-md edge lg:max-w-none"
    />
  );
}
