import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Lightbox } from '#ui/lightbox.tsx';
import { Photo } from '#ui/photo.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';
import { Dots, DrawnPortrait, type Shot } from './shots.tsx';
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
