import { useQuery } from '@tanstack/react-query';
import { Eye, ImageOff, ShieldCheck } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { queryClient } from '#client/query-client.ts';
import { type ChatPhoto } from '#contract/chat/messages.ts';
import { readChatPhoto } from '#contract/chat/photos.ts';
import { call } from '#site/shell/api.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { useMember } from '#site/shell/session.ts';
import { Spinner } from '#ui/spinner.tsx';
import { useThumbhash } from '#ui/use-thumbhash.ts';
import { PhotoNote } from './photo-note.tsx';

const Lightbox = lazyPart(async () => (await import('#ui/lightbox.tsx')).Lightbox);
const RefusedPhoto = lazyPart(async () => (await import('./refused-photo.tsx')).RefusedPhoto);

/** Photos that were looked at. They stay so while the page is open. */
const looked = new Set<string>();

type PhotoMessageProps = { photo: ChatPhoto; own: boolean; name: string };

/** A photo in a message. A received one is covered until it is tapped, and not shown at all before it was checked. */
export function PhotoMessage({ photo, own, name }: PhotoMessageProps) {
  const { t } = useTranslation('chat');
  const { automatic } = useMember().review;
  const [open, setOpen] = useState(own || looked.has(photo.id));
  if (photo.status === 'rejected') {
    const note = <PhotoNote icon={<ImageOff aria-hidden="true" />}>{t('photo.rejected')}</PhotoNote>;
    return own ? <RefusedPhoto id={photo.id} waiting={note} /> : note;
  }
  if (!own && photo.status === 'pending') {
    return (
      <PhotoNote icon={<ShieldCheck aria-hidden="true" />}>
        {t(automatic ? 'photo.pendingTheirsAuto' : 'photo.pendingTheirs')}
      </PhotoNote>
    );
  }
  const uncover = () => {
    looked.add(photo.id);
    setOpen(true);
  };
  return (
    <>
      {open ? (
        <OpenPhoto photo={photo} label={own ? t('photo.own') : t('photo.theirs', { name })} />
      ) : (
        <CoveredPhoto photo={photo} onUncover={uncover} />
      )}
      {photo.status === 'pending' && (
        <p className="flex max-w-64 items-center gap-2 px-4 pt-2 text-sm not-last:-mb-1 last:pb-2.5">
          <ShieldCheck aria-hidden="true" className="size-4 shrink-0" />
          {t(automatic ? 'photo.pendingAuto' : 'photo.pending')}
        </p>
      )}
    </>
  );
}

/** As wide as it may be, in its own proportions, which very long ones give up. */
function shapeOf({ width, height }: ChatPhoto) {
  return { aspectRatio: String(Math.min(1.9, Math.max(0.6, width / height))) };
}

const frame = 'relative block w-64 max-w-full overflow-hidden bg-skeleton -outline-offset-4';

function CoveredPhoto({ photo, onUncover }: { photo: ChatPhoto; onUncover: () => void }) {
  const { t } = useTranslation('chat');
  const miniature = useThumbhash(photo.thumbhash, true);
  return (
    <button type="button" onClick={onUncover} style={shapeOf(photo)} className={frame}>
      {miniature && (
        <img src={miniature} alt="" className="absolute inset-0 size-full scale-125 object-cover blur-xl" />
      )}
      <span className="absolute inset-0 grid place-items-center bg-overlay text-white">
        <span className="flex items-center gap-2 font-semibold">
          <Eye aria-hidden="true" className="size-5" />
          {t('photo.show')}
        </span>
      </span>
    </button>
  );
}

function OpenPhoto({ photo, label }: { photo: ChatPhoto; label: string }) {
  const { t } = useTranslation(['chat', 'shell']);
  const { src, failed, retry } = usePhotoAddress(photo.id);
  const large = useOverlay<string>('chat-photo');
  const button = useRef<HTMLButtonElement>(null);
  const picture = useRef<HTMLDivElement>(null);
  if (failed) {
    return (
      <PhotoNote icon={<ImageOff aria-hidden="true" />}>
        <span>
          {t('photo.failed')}{' '}
          <button
            type="button"
            onClick={retry}
            className="touch-target relative font-semibold underline underline-offset-4"
          >
            {t('photo.retry')}
          </button>
        </span>
      </PhotoNote>
    );
  }
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-label={t('photo.enlarge')}
        onClick={() => large.open(photo.id)}
        style={shapeOf(photo)}
        className={frame}
      >
        {src ? (
          <img src={src} alt={label} className="absolute inset-0 size-full animate-appear object-cover" />
        ) : (
          <span className="absolute inset-0 grid place-items-center">
            <Spinner />
          </span>
        )}
      </button>
      {large.props === photo.id && src && (
        <Lightbox
          label={label}
          closeLabel={t('shell:close')}
          initialFocus={picture}
          finalFocus={() => button.current}
          onClose={() => void large.close()}
        >
          <div ref={picture} tabIndex={-1} className="min-h-0 flex-1 p-2 outline-none">
            <img src={src} alt={label} className="size-full object-contain" />
          </div>
        </Lightbox>
      )}
    </>
  );
}

/** The photo is for these two alone, so it is fetched with the token and lives in the page. */
function usePhotoAddress(id: string): { src: string | null; failed: boolean; retry: () => void } {
  const { trackerId } = useMember();
  const { data, isError, refetch } = useQuery(
    {
      queryKey: [trackerId, 'chat-photo', id],
      queryFn: async ({ signal }) => addressOf(await call(readChatPhoto, { trackerId, id }, { signal })),
      staleTime: Number.POSITIVE_INFINITY,
    },
    queryClient,
  );
  return { src: data ?? null, failed: isError, retry: () => void refetch() };
}

/** As a data address, which needs no tidying up. */
function addressOf(photo: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('The photo cannot be read.')));
    reader.readAsDataURL(photo);
  });
}
