import { ImageOff } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { useThumbhash } from './use-thumbhash.ts';

/** A stored picture in its sizes and formats. */
export type Picture = {
  src: string;
  srcSet?: string | undefined;
  /** Better formats first: `{ type: 'image/avif', srcSet }`. */
  sources?: readonly { type: string; srcSet: string }[] | undefined;
  /** Base64. */
  thumbhash?: string | null | undefined;
};

const ratios = {
  portrait: 'aspect-4/5',
  square: 'aspect-square',
  wide: 'aspect-3/2',
  /** As large as its parent. */
  fill: 'size-full',
};

const shapes = {
  /** The brand's window: an arch or a tile. */
  portrait: 'rounded-portrait',
  card: 'rounded-card',
  plain: '',
};

type PhotoProps = {
  photo: Picture | null | undefined;
  alt: string;
  /** How wide it is shown, for `srcset`. */
  sizes?: string | undefined;
  ratio?: keyof typeof ratios | undefined;
  shape?: keyof typeof shapes | undefined;
  /** The first thing seen: loads at once and shows without fading. */
  priority?: boolean | undefined;
  /** Instead of a photo that is missing or broken. */
  fallback?: ReactNode;
  /** Hears of a photo that could not be shown. */
  onBroken?: (() => void) | undefined;
  /** Over the photo, inside its shape. */
  children?: ReactNode;
  className?: string | undefined;
};

/** It stands in buttons and beside words, where only spans may. */
export function Photo({
  photo,
  alt,
  ratio = 'portrait',
  shape = 'plain',
  children,
  className,
  ...rest
}: PhotoProps) {
  return (
    <span
      className={classNames(
        'isolate block overflow-hidden bg-skeleton not-[.absolute]:relative',
        ratios[ratio],
        shapes[shape],
        className,
      )}
    >
      {photo ? (
        <LoadingPhoto key={photo.src} photo={photo} alt={alt} {...rest} />
      ) : (
        <NoPhoto alt={alt} fallback={rest.fallback} />
      )}
      {children}
    </span>
  );
}

function NoPhoto({ alt, fallback }: Pick<PhotoProps, 'alt' | 'fallback'>) {
  return (
    <span
      {...(alt ? { role: 'img', 'aria-label': alt } : {})}
      className="absolute inset-0 grid place-items-center bg-soft text-muted"
    >
      {fallback ?? <ImageOff aria-hidden="true" className="size-1/4 max-w-12" strokeWidth={1.5} />}
    </span>
  );
}

type LoadingPhotoProps = Pick<PhotoProps, 'alt' | 'sizes' | 'priority' | 'fallback' | 'onBroken'> & {
  photo: Picture;
};

function LoadingPhoto({ photo, alt, sizes, priority = false, fallback, onBroken }: LoadingPhotoProps) {
  const image = useRef<HTMLImageElement>(null);
  const [loading, setLoading] = useState<'unknown' | 'waiting' | 'shown' | 'broken'>('unknown');
  const miniature = useThumbhash(photo.thumbhash, loading === 'waiting');

  // A prerendered photo may be there, or have failed, before any script runs.
  useEffect(() => {
    const { complete, naturalWidth } = image.current ?? { complete: false, naturalWidth: 0 };
    if (!complete) setLoading('waiting');
    else setLoading(naturalWidth > 0 ? 'shown' : 'broken');
  }, []);

  const broken = loading === 'broken';
  const reportBroken = useEffectEvent(() => onBroken?.());
  useEffect(() => {
    if (broken) reportBroken();
  }, [broken]);

  if (broken) return <NoPhoto alt={alt} fallback={fallback} />;
  return (
    <>
      {miniature && loading === 'waiting' && (
        <img src={miniature} alt="" className="absolute inset-0 size-full object-cover" />
      )}
      <picture>
        {photo.sources?.map((one) => (
          <source key={one.type} type={one.type} srcSet={one.srcSet} sizes={sizes} />
        ))}
        <img
          ref={image}
          src={photo.src}
          srcSet={photo.srcSet}
          // HTML knows it beside a choice of files alone.
          sizes={photo.srcSet && sizes}
          alt={alt}
          loading={priority ? 'eager' : 'lazy'}
          fetchPriority={priority ? 'high' : 'auto'}
          decoding="async"
          draggable={false}
          onLoad={() => setLoading('shown')}
          onError={() => setLoading('broken')}
          className={classNames(
            'absolute inset-0 size-full object-cover transition-opacity',
            loading === 'waiting' && !priority && 'opacity-0',
          )}
        />
      </picture>
    </>
  );
}
