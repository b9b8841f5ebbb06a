import type { App } from '#server/app.ts';
import { modules } from '#server/modules.ts';

/** What happens every night. */
export async function cleanUp(app: App): Promise<void> {
  for (const module of modules) await module.cleanUp?.(app);
}
