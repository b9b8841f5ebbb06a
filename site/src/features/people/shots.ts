import type { Person } from '../../../../contract/profile/people.ts';
import type { Picture } from '../../../../packages/ui/photo.tsx';
import { pictureOf } from './person-photo.ts';

/** A photo of the gallery and its proportions. */
export interface Shot {
  id: string;
  picture: Picture;
  ratio: number;
}

const PORTRAIT = 4 / 5;

/** All photos of somebody; the bare address where that is all there is. */
export function shotsOf({ pictures, photo }: Pick<Person, 'pictures' | 'photo'>): Shot[] {
  const shots = pictures.flatMap((one) => {
    const picture = pictureOf(one);
    return picture ? [{ id: one.id, picture, ratio: one.width / one.height || PORTRAIT }] : [];
  });
  if (shots.length > 0 || !photo) return shots;
  return [{ id: photo, picture: { src: photo }, ratio: PORTRAIT }];
}
