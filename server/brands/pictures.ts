/** The pictures of `brands/pictures/` that a brand and its landings name: where they lie, and whether they do. */

import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrandSettings } from '#contract/brand/brand.ts';
import type { FlowSettings } from '#contract/brand/flow.ts';
import { fail } from '#contract/kernel/errors.ts';

export const picturesFolder = join(import.meta.dirname, '../../brands/pictures');

interface Named {
  where: string;
  picture: string;
}

interface Naming {
  settings: Pick<BrandSettings, 'key' | 'heroPictures' | 'appPictures'>;
  flows: readonly Pick<FlowSettings, 'id' | 'landings'>[];
}

function namedPictures({ settings: { heroPictures, appPictures }, flows }: Naming): Named[] {
  const landings = flows.flatMap(({ id, landings: pages }) =>
    Object.entries(pages).flatMap(([page, { pictures = [] }]) =>
      pictures.map((picture) => ({ where: `flow ${id}, landing ${page}`, picture })),
    ),
  );
  return [
    ...heroPictures.map((picture) => ({ where: 'heroPictures', picture })),
    ...Object.values(appPictures)
      .filter((picture) => picture !== undefined)
      .map((picture) => ({ where: 'appPictures', picture })),
    ...landings,
  ];
}

/** Those that would be a broken place on a page. */
export async function findMissingPictures(brand: Naming): Promise<Named[]> {
  const missing: Named[] = [];
  for (const named of namedPictures(brand)) {
    const exists = await access(join(picturesFolder, named.picture)).then(
      () => true,
      () => false,
    );
    if (!exists) missing.push(named);
  }
  return missing;
}

/** Refuses what names a picture that is not there. */
export async function requirePictures(brand: Naming): Promise<void> {
  const missing = await findMissingPictures(brand);
  if (missing.length > 0) fail('brand.pictures_missing', { brand: brand.settings.key, missing });
}
