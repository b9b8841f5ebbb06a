import { readBrandFolder } from '#server/brands/brand-files.ts';
import { saveBrand } from '#server/brands/save-brand.ts';
import type { World } from '../world.ts';

let made = 0;

/** A brand of the test's own, published once, as the first demo brand is; answers with its key. */
export async function makeEditedBrand({ app }: World): Promise<string> {
  const [first] = (await readBrandFolder()).files;
  if (!first) throw new Error('no brand file');
  const key = `edited-${(made += 1)}`;
  const file = structuredClone(first.written);
  await saveBrand(app.db, { ...file, settings: { ...file.settings, key, hostnames: [`${key}.localhost`] } });
  await app.brands.reload();
  return key;
}
