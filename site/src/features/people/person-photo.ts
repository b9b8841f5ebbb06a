import type { Person, PersonPicture } from '../../../../contract/profile/people.ts';
import type { Picture } from '../../../../packages/ui/photo.tsx';

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
