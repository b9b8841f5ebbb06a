import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProfileKind } from '#contract/kernel/fields.ts';
import type { Person, PersonPicture } from '#contract/profile/people.ts';
import { Tag } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { KindBadge } from '#ui/kind-badge.tsx';
import { Photo } from '#ui/photo.tsx';
import type { Picture } from '#ui/photo.tsx';

type PersonWindowProps = {
  person: Pick<Person, 'pictures' | 'photo' | 'kind' | 'isNew' | 'screenName'>;
  /** How wide it is shown, for `srcset`. */
  sizes: string;
  priority?: boolean;
  className?: string;
};

/** A person in the brand's window, with the plaque that says who answers. The name stands beside it. */
export function PersonWindow({ person, sizes, priority = false, className }: PersonWindowProps) {
  const { t } = useTranslation('people');
  return (
    <Photo
      photo={firstPicture(person)}
      alt=""
      sizes={sizes}
      priority={priority}
      shape="portrait"
      className={classNames('w-full', className)}
      fallback={
        <span aria-hidden="true" className="heading text-5xl">
          {person.screenName.slice(0, 1)}
        </span>
      }
    >
      <span className="absolute inset-x-2 bottom-2 flex flex-col items-start gap-1.5 sm:inset-x-3 sm:bottom-3">
        {person.isNew && <Tag tone="highlight">{t('new')}</Tag>}
        <KindTag kind={person.kind} />
      </span>
    </Photo>
  );
}

/** A person's picture in all its sizes, as the photo part takes it. */
export function pictureOf({ sources, thumbhash }: PersonPicture): Picture | null {
  const largest = sources.at(-1);
  if (!largest) return null;
  return {
    src: largest.address,
    srcSet: sources.map(({ address, width }) => `${address} ${width}w`).join(', '),
    thumbhash,
  };
}

/** The first picture, or the bare address where that is all there is. */
export function firstPicture({ pictures, photo }: Pick<Person, 'pictures' | 'photo'>): Picture | null {
  const [first] = pictures;
  if (first) return pictureOf(first);
  return photo ? { src: photo } : null;
}

/** Says who answers for a profile, wherever that is not the person shown. */
export function KindTag({ kind, className }: { kind: ProfileKind | null; className?: string }) {
  const { t } = useTranslation('shell');
  if (kind === null || kind === 'member') return null;
  return <KindBadge kind={kind} label={t(`kind.${kind}`)} className={className} />;
}

/** A sentence that names a person, with the badge of that profile below it. */
export function NamingText({ text, kind }: { text: string; kind: ProfileKind | null }) {
  return (
    <>
      {text}
      <span className="mt-2.5 block empty:hidden">
        <KindTag kind={kind} />
      </span>
    </>
  );
}

/** Adds to words that name a profile who answers for it, where no badge can stand: in a tab's title or a short notice. */
export function useKindWords(): (words: string, kind: ProfileKind | null) => string {
  const { t } = useTranslation('shell');
  return useCallback(
    (words, kind) => (kind === 'staff' || kind === 'ai' ? `${words} · ${t(`kind.${kind}`)}` : words),
    [t],
  );
}

/** How a person is called on cards and rows. */
export function nameAndAge({ screenName, age }: { screenName: string; age: number | null }): string {
  return age === null ? screenName : `${screenName}, ${age}`;
}
