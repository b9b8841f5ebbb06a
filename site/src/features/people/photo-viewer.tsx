import { UserRound } from 'lucide-react';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { Person } from '#contract/profile/people.ts';
import { classNames } from '#ui/class-names.ts';
import { Lightbox } from '#ui/lightbox.tsx';
import { Photo } from '#ui/photo.tsx';
import type { Picture } from '#ui/photo.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { pictureOf } from './person-summary.tsx';
import { useSlides } from './use-slides.ts';

/** What scrolls can be reached with the keys. */
const withinReach = { tabIndex: 0 };

type PhotoViewerProps = {
  shots: readonly Shot[];
  name: string;
  first: number;
  finalFocus: () => HTMLElement | null;
  /** Hears which one was looked at last. */
  onClose: (last: number) => void;
};

/** The photos over the whole screen, each whole. */
export function PhotoViewer({ shots, name, first, finalFocus, onClose }: PhotoViewerProps) {
  const { t } = useTranslation(['person', 'shell']);
  const { current, onKeyDown, track, trackProps } = useSlides(shots.length, first);
  const total = shots.length;
  return (
    <Lightbox
      label={t('gallery.label', { name })}
      closeLabel={t('shell:close')}
      initialFocus={track}
      finalFocus={finalFocus}
      onKeyDown={onKeyDown}
      onClose={() => onClose(current)}
    >
      <div className="relative min-h-0 flex-1">
        <ul
          {...trackProps}
          {...withinReach}
          className="flex h-full snap-x snap-mandatory overflow-x-auto overscroll-x-contain scroll-smooth outline-none [scrollbar-width:none]"
        >
          {shots.map(({ id, picture, ratio }, index) => (
            <li
              key={id}
              inert={index !== current}
              className="grid h-full w-full shrink-0 snap-center place-items-center"
            >
              <div style={whole(ratio)}>
                <Photo
                  photo={picture}
                  alt={t('gallery.photo', { name, number: index + 1, total })}
                  sizes="100vw"
                  ratio="fill"
                  priority
                  fallback={<DrawnPortrait />}
                />
              </div>
            </li>
          ))}
        </ul>
        <VisuallyHidden>
          <span aria-live="polite">{t('gallery.photo', { name, number: current + 1, total })}</span>
        </VisuallyHidden>
        <Dots current={current} total={total} />
      </div>
    </Lightbox>
  );
}

/** As large as the screen allows, without cutting anything off. */
function whole(ratio: number): CSSProperties {
  return { aspectRatio: ratio, width: `min(100%, calc(100dvh * ${ratio}))` };
}

/** Which of the photos is shown. */
export function Dots({ current, total }: { current: number; total: number }) {
  if (total < 2) return null;
  return (
    <span
      aria-hidden="true"
      className="pointer-events-none absolute inset-x-0 bottom-3 mx-auto flex w-fit gap-1.5 rounded-full bg-photo-shade/70 px-2.5 py-2"
    >
      {Array.from({ length: total }, (_, index) => (
        <span
          key={index}
          className={classNames(
            'size-2 rounded-full bg-on-photo transition-opacity',
            index !== current && 'opacity-45',
          )}
        />
      ))}
    </span>
  );
}

/** A person without a photo. */
export function DrawnPortrait() {
  return (
    <span className="grid size-full place-items-center bg-accent-soft text-on-accent-soft">
      <UserRound aria-hidden="true" className="size-2/5" strokeWidth={0.75} />
    </span>
  );
}

/** A photo of the gallery and its proportions. */
export interface Shot {
  id: string;
  picture: Picture;
  ratio: number;
}

const PORTRAIT = 4 / 5;

/** All photos of a person; the bare address where that is all there is. */
export function shotsOf({ pictures, photo }: Pick<Person, 'pictures' | 'photo'>): Shot[] {
  const shots = pictures.flatMap((one) => {
    const picture = pictureOf(one);
    return picture ? [{ id: one.id, picture, ratio: one.width / one.height || PORTRAIT }] : [];
  });
  if (shots.length > 0 || !photo) return shots;
  return [{ id: photo, picture: { src: photo }, ratio: PORTRAIT }];
}
