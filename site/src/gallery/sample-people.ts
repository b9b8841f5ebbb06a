import type { Picture } from '#ui/photo.tsx';

/** A picture that needs no server: a plain figure before a sky. */
function drawn(sky: string, ground: string, skin: string, hair: string): Picture {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 100"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${sky}"/><stop offset="1" stop-color="${ground}"/></linearGradient></defs><rect width="80" height="100" fill="url(#g)"/><path d="M18 62c-4-40 48-40 44 0 2 16-4 22-8 26H26c-4-4-10-10-8-26z" fill="${hair}"/><path d="M8 100c4-22 20-24 32-24s28 2 32 24z" fill="${ground}"/><path d="M34 66h12v14q-6 6-12 0z" fill="${skin}"/><ellipse cx="40" cy="54" rx="15" ry="18" fill="${skin}"/><path d="M24 50c2-18 30-20 32 0-8 0-14-4-18-8-4 4-8 8-14 8z" fill="${hair}"/></svg>`;
  return { src: `data:image/svg+xml,${encodeURIComponent(svg)}` };
}

export const samplePhotos: readonly Picture[] = [
  drawn('#f7d9c4', '#d9797a', '#f2d3b1', '#8a3b2a'),
  drawn('#f6b98d', '#7d3f68', '#c68642', '#3b2219'),
  drawn('#dbe7ff', '#1d4fd8', '#ecad80', '#2a1b14'),
  drawn('#f6d34a', '#d9572b', '#fbe3d0', '#4a2c20'),
];

export type City = { name: string; region: string };

const cities: readonly City[] = [
  { name: 'Roma', region: 'Lazio' },
  { name: 'Rovigo', region: 'Veneto' },
  { name: 'Rossano', region: 'Calabria' },
  { name: 'Rosignano Marittimo', region: 'Toscana' },
  { name: 'Roseto degli Abruzzi', region: 'Abruzzo' },
  { name: 'Rosolini', region: 'Sicilia' },
  { name: 'Milano', region: 'Lombardia' },
  { name: 'Napoli', region: 'Campania' },
];

export function findCities(text: string): Promise<readonly City[]> {
  const wanted = text.toLowerCase();
  const found = cities.filter(({ name }) => name.toLowerCase().startsWith(wanted));
  return new Promise((resolve, reject) => {
    setTimeout(() => (wanted === 'xxx' ? reject(new Error('offline')) : resolve(found)), 300);
  });
}
