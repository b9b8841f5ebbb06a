import type { App } from '#server/app.ts';

/** Whether there is such a file. */
export async function isStored({ storage }: Pick<App, 'storage'>, key: string): Promise<boolean> {
  const file = await storage.get(key);
  file?.stream.destroy();
  return file !== undefined;
}
