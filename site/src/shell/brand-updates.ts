import { pageState } from '#client/page-state.ts';
import { queryClientStore } from '#client/query-provider.tsx';
import { readBoot, shellOf, shellStore, visitOfPage } from './boot.ts';
import { storage } from './storage.ts';

/** So long a page waits at most with what all pages of a brand would do at the same moment. */
const SPREAD_MS = 1_500;
/** A node that is a moment behind may still answer with the version before. */
const MOST_TRIES = 4;
const AGAIN_MS = 1_000;

const page = pageState(() => ({ wanted: '', isReading: false }));

/**
 * Takes over what the brand has published since the page was opened. The page stays as it is otherwise: nothing is loaded
 * again, and what is being typed is not touched.
 */
export async function followBrand(version: string): Promise<void> {
  // What comes while one is being read is read after it.
  page.wanted = version;
  if (page.isReading) return;
  page.isReading = true;
  try {
    for (let tries = 0; tries < MOST_TRIES && shellStore.get()?.version !== page.wanted; tries += 1) {
      const pause = Math.random() * SPREAD_MS + tries * AGAIN_MS;
      await new Promise((resolve) => setTimeout(resolve, pause));
      await readBrandAgain();
    }
  } finally {
    page.isReading = false;
  }
}

export async function readBrandAgain(): Promise<void> {
  const shell = shellStore.get();
  // The page stays in its flow.
  const visit = { ...visitOfPage(), flowId: shell?.flow.id, token: storage.get('token') };
  const { boot, json } = await readBoot(visit);
  if (!shell || boot.version === shell.version) return;
  const theme = await fetch(`/theme.css?${boot.version}`);
  const block = document.getElementById('boot');
  // What reads the whole of it later finds the newer one.
  if (block) block.textContent = json;
  const style = document.getElementById('theme');
  if (style && theme.ok) style.textContent = await theme.text();
  shellStore.set({ ...shellOf(boot), language: shell.language });
  await queryClientStore.get()?.invalidateQueries({ queryKey: ['flow'] });
}
