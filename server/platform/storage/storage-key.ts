const contentTypes: Record<string, string> = {
  webp: 'image/webp',
  avif: 'image/avif',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  zip: 'application/zip',
  json: 'application/json',
};

/** A folder keeps no types, so the name tells it; what is unknown is only ever downloaded. */
export function contentTypeOf(key: string): string {
  const extension = /\.([a-z0-9]+)$/.exec(key)?.[1] ?? '';
  return contentTypes[extension] ?? 'application/octet-stream';
}

const LONGEST_KEY = 500;

/** Throws on whatever could leave the folder or means different files to different file systems. */
export function checkKey(key: string): string {
  const parts = key.split('/');
  const sound = parts.every((part) => /^[a-z0-9_-][a-z0-9._-]*$/.test(part) && !part.includes('..'));
  if (!sound || key.length > LONGEST_KEY)
    throw new Error(`not a storage key: ${JSON.stringify(key.slice(0, 100))}`);
  return key;
}

/** Whether everybody may see what is kept there: approved photos and the blurred ones for visitors, nothing else. */
export function isPublicKey(key: string): boolean {
  return key.startsWith('photos/') || key.startsWith('blurred/');
}
