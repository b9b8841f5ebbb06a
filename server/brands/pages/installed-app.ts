/** What a brand's site is called and looks like as an installed app. */

import sharp from 'sharp';
import type { Language } from '#contract/kernel/constants.ts';
import type { VisitorContext } from '#server/app.ts';
import { createLoadCache } from '#server/platform/coalesce.ts';
import type { Storage } from '#server/platform/storage/storage.ts';
import type { Brand } from '../directory.ts';
import { pictureAddress } from '../flows.ts';
import { readPicture } from '../pictures.ts';

export const iconSizes = [180, 192, 512] as const;
type IconSize = (typeof iconSizes)[number];

/** What an installed app is called and looks like. */
export async function webManifest({ app: { storage }, brand, language }: VisitorContext) {
  const { light } = brand.theme;
  return {
    id: '/',
    name: brand.settings.title,
    short_name: brand.settings.title,
    description: brand.settings.description[language],
    lang: language,
    start_url: '/?source=app',
    scope: '/',
    display: 'standalone',
    orientation: 'portrait-primary',
    background_color: light['--paper'],
    theme_color: light['--paper'],
    categories: ['social', 'lifestyle'],
    icons: [
      { src: '/icons/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    screenshots: await screenshotsOf(storage, brand, language),
  };
}

const forms = { phone: 'narrow', desk: 'wide' } as const;

/** What a browser shows of the app before it is installed. Its size must be named, so it is read from the picture. */
async function screenshotsOf(storage: Storage, { settings }: Brand, language: Language) {
  const shown = Object.entries(forms).flatMap(([name, form]) => {
    const picture = settings.appPictures[name as keyof typeof forms];
    return picture ? [{ picture, form }] : [];
  });
  return Promise.all(
    shown.map(async ({ picture, form }) => {
      const { width, height, format } = await sharp(await readPicture(storage, picture)).metadata();
      return {
        src: pictureAddress(picture),
        sizes: `${width}x${height}`,
        type: `image/${format === 'svg' ? 'svg+xml' : format === 'heif' ? 'avif' : format}`,
        form_factor: form,
        label: settings.tagline[language],
      };
    }),
  );
}

/** The brand's sign on its own ground, with room around it so that any mask fits. */
export function iconSvg({ settings }: Brand): string {
  const { ink, primary } = settings.theme;
  const ground = settings.theme.surfaces === 'glow' ? ink : primary;
  const sign = settings.logo.replace('<svg', '<svg x="112" y="112" width="288" height="288" color="#ffffff"');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="${ground}"/>${sign}</svg>`;
}

export function createIconCache() {
  const kept = createLoadCache<Buffer>({ max: 300 });
  return (brand: Brand, size: IconSize): Promise<Buffer> =>
    kept(`${brand.id} ${brand.version} ${size}`, () =>
      sharp(Buffer.from(iconSvg(brand)))
        .resize(size, size)
        .png({ palette: true })
        .toBuffer(),
    );
}
