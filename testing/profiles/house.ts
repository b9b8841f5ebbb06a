import sharp from 'sharp';
import { noDetails } from '#contract/profile/details.ts';
import type { HouseSettings } from '#contract/staff/house-profiles.ts';
import type { StaffContext } from '#server/app.ts';
import { newId } from '#server/platform/ids.ts';
import { makeHouseProfile } from '#server/profiles/house/edit.ts';
import { addHousePhoto } from '#server/profiles/house/photos.ts';
import { showHouseProfile } from '#server/profiles/house/state.ts';
import { atWork } from '../staff/staff.ts';
import type { World } from '../world.ts';

/** A person who manages the profiles of one brand. */
export const brandManager = (world: World, { brand = 'lunaria', name = 'Rita' } = {}) =>
  atWork(world, { role: 'brand_manager', name, brands: [brand] });

export const alessia: HouseSettings = {
  screenName: 'Alessia',
  age: 37,
  gender: 'female',
  region: 'Lombardia',
  city: 'Gallarate',
  details: { ...noDetails, height: 168 },
  words: [
    {
      language: 'it',
      about: 'Rispondo io per lo staff.',
      description: 'Se non sai da dove cominciare, cominciamo così.',
      lookingFor: 'Chiacchiere della sera.',
      prompts: [],
    },
  ],
  notes: 'Legge gialli. Non promette mai di incontrare qualcuno.',
  teamId: null,
  hours: null,
  character: '',
  limits: '',
  model: null,
};

/** Something like a portrait, another one for each seed. */
export async function portrait(seed: number): Promise<Blob> {
  const [head, shoulders] = [250 + ((seed * 53) % 400), 1000 - ((seed * 31) % 300)];
  const bytes = await sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="900" height="1200">
      <rect width="900" height="1200" fill="#${((seed * 111) % 900) | 100}"/>
      <rect x="${(seed * 197) % 700}" y="${(seed * 71) % 500}" width="${100 + ((seed * 37) % 200)}" height="600" fill="#fe8"/>
      <circle cx="${head}" cy="${300 + ((seed * 61) % 300)}" r="190" fill="#eba"/>
      <ellipse cx="${900 - head}" cy="${shoulders}" rx="${200 + ((seed * 43) % 200)}" ry="260" fill="#204"/>
    </svg>`),
  )
    .jpeg()
    .toBuffer();
  return new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' });
}

/** A profile of ours as a manager makes it, which is not shown yet. */
export async function makeAlessia(
  manager: StaffContext,
  {
    brand = 'lunaria',
    kind = 'staff',
    ...change
  }: Partial<HouseSettings> & { brand?: string; kind?: 'staff' | 'ai' } = {},
) {
  const id = newId();
  await makeHouseProfile(manager, { brand, id, kind, ...alessia, ...change });
  return id;
}

export const addDrawing = async (manager: StaffContext, id: string, seed: number, brand = 'lunaria') =>
  addHousePhoto(manager, { brand, id, origin: 'own_drawing', photo: await portrait(seed) });

/** The same with a photo, and shown. */
export async function showAlessia(
  manager: StaffContext,
  seed: number,
  change: Parameters<typeof makeAlessia>[1] = {},
): Promise<string> {
  const id = await makeAlessia(manager, change);
  const brand = change.brand ?? 'lunaria';
  await addDrawing(manager, id, seed, brand);
  await showHouseProfile(manager, { brand, id, shown: true });
  return id;
}
