import type { PeopleList } from './views.ts';

/** The middle of a town, in degrees. */
export type Centre = readonly [latitude: number, longitude: number];

const KILOMETRES_A_DEGREE = 111.2;
const RADIAN = Math.PI / 180;

/** How far the places of a list are from a town, in kilometres by their numbers: not a number where either is not known. */
export function distancesFrom(list: PeopleList, centre: Centre | null): Float32Array {
  const key = centre?.join(' ') ?? '';
  const known = list.distances.get(key);
  if (known) return known;
  const { latitudes, longitudes } = list.centres;
  const found = Float32Array.from(latitudes, (latitude, place) =>
    centre ? kilometresBetween(centre, [latitude, longitudes[place] ?? Number.NaN]) : Number.NaN,
  );
  list.distances.set(key, found);
  return found;
}

/** On a plane: within a country it is wrong by less than the width of a town. */
export function kilometresBetween(one: Centre, other: Centre): number {
  const north = other[0] - one[0];
  const east = (other[1] - one[1]) * Math.cos(((one[0] + other[0]) / 2) * RADIAN);
  return KILOMETRES_A_DEGREE * Math.hypot(north, east);
}
