import { UserRound } from 'lucide-react';
import type { Person } from '#contract/profile/people.ts';
import { classNames } from '#ui/class-names.ts';
import type { Picture } from '#ui/photo.tsx';
import { pictureOf } from './person-summary.tsx';

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
