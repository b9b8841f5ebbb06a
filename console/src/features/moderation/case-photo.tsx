import { useQuery } from '@tanstack/react-query';
import { Eye, ImageOff } from 'lucide-react';
import { useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '#console/shell/api.ts';
import { Keys, useKeys } from '#console/shell/keys.tsx';
import { storage } from '#console/shell/storage.ts';
import { readStaffChatPhoto } from '#contract/staff/chat.ts';
import { Lightbox } from '#ui/lightbox.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** Pictures may be unpleasant, so they can be blurred at first. The choice stays on this device. */
function useBlur(): [boolean, () => void] {
  const isOn = useSyncExternalStore(
    (listener) => storage.watch('blurPhotos', listener),
    () => storage.get('blurPhotos') === 'yes',
  );
  return [isOn, () => storage.set('blurPhotos', isOn ? 'no' : 'yes')];
}

interface CasePhotoProps {
  /** Of a photo in a message, which is only found with the moderator's token. */
  brand?: string;
  photo: { address: string; width?: number; height?: number };
  alt: string;
  /** Inside a message. */
  small?: boolean;
}

/** A photo to decide on: as large as there is room, and as large as the screen when it is pressed. */
export function CasePhoto({ brand, photo, alt, small = false }: CasePhotoProps) {
  const { t } = useTranslation('moderation');
  const { src, failed, onError } = usePicture(brand, photo.address);
  const [blurs, toggleBlur] = useBlur();
  const [revealed, reveal] = useState(false);
  const [enlarged, enlarge] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const large = useRef<HTMLImageElement>(null);
  useKeys(small ? {} : { b: toggleBlur });
  if (failed)
    return (
      <p role="alert" className="flex items-center gap-2 text-sm text-muted">
        <ImageOff aria-hidden className="size-4 shrink-0" />
        {t('photo.failed')}
      </p>
    );
  if (!src) return <Skeleton shape="card" className={small ? 'h-32 w-40' : 'h-80 w-full max-w-lg'} />;
  const hidden = blurs && !revealed;
  return (
    <div className="flex flex-col items-start gap-2">
      <button
        ref={button}
        type="button"
        aria-label={t(hidden ? 'photo.show' : 'photo.open')}
        onClick={() => (hidden ? reveal(true) : enlarge(true))}
        className="relative cursor-zoom-in overflow-hidden rounded-card"
      >
        <img
          src={src}
          alt={alt}
          width={photo.width}
          height={photo.height}
          onError={onError}
          className={`h-auto w-auto max-w-full bg-soft object-contain ${small ? 'max-h-40' : 'max-h-[min(32rem,60dvh)]'} ${hidden ? 'blur-2xl' : ''}`}
        />
        {hidden && (
          <span className="absolute inset-0 grid place-items-center">
            <Eye aria-hidden className="size-8 rounded-full bg-raised p-1.5 text-ink" />
          </span>
        )}
      </button>
      {!small && (
        <label className="flex min-h-9 cursor-pointer items-center gap-2 text-[0.8125rem]">
          <input
            type="checkbox"
            checked={blurs}
            className="size-4 accent-(--primary-fill)"
            onChange={() => {
              toggleBlur();
              reveal(false);
              // The keys work from the page, not from a field.
              button.current?.focus();
            }}
          />
          {t('photo.blur')}
          <Keys keys={['B']} />
        </label>
      )}
      {enlarged && (
        <Lightbox
          label={alt}
          closeLabel={t('photo.close')}
          initialFocus={large}
          finalFocus={() => button.current}
          onClose={() => enlarge(false)}
        >
          <img
            ref={large}
            tabIndex={-1}
            src={src}
            alt={alt}
            className="m-auto max-h-dvh max-w-full object-contain outline-none"
          />
        </Lightbox>
      )}
    </div>
  );
}

/** Where the picture is: at its address, or fetched with the token. */
function usePicture(brand: string | undefined, address: string) {
  const [broken, setBroken] = useState(false);
  const id = address.split('/').at(-1) ?? '';
  const { data, isError } = useQuery({
    queryKey: ['chat-photo', brand, id],
    queryFn: async ({ signal }) =>
      URL.createObjectURL(await call(readStaffChatPhoto, { brand: brand ?? '', id }, { signal })),
    enabled: brand !== undefined,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  const src = brand === undefined ? address : data;
  return { src, failed: isError || broken, onError: () => setBroken(true) };
}
