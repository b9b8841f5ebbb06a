import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { boot } from '#contract/brand/boot.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { builtPages } from './page-source.ts';

const site = join(import.meta.dirname, '../../../dist/site');
const source = await builtPages();
const noData = { availablePeople: null, reviews: null, legal: null, trust: null };
const scripts = /(?:href|src)="\/(assets\/[^"]+\.js)"/g;

/** A visitor's landing rests until it is touched. */
type Audience = 'resting' | 'visitor' | 'member';

/** What a page asks for before it has run anything, as the page itself says: its own scripts and those of its audience. */
async function firstFiles(url: string, audience: Audience, language: (typeof LANGUAGES)[number]) {
  const wire: unknown = z.encode(boot, { ...sampleBoot(), language });
  const { links, membersLinks } = await source.render({ boot: wire, pageData: noData, url, language });
  const application = { resting: '', visitor: links, member: links + membersLinks };
  const page = source.template + application[audience];
  const names = new Set([...page.matchAll(scripts)].map(([, name = '']) => name));
  const sizes = await Promise.all([...names].map(compressedSize));
  return { files: names.size, bytes: sizes.reduce((sum, size) => sum + size, 0) };
}

async function compressedSize(name: string): Promise<number> {
  try {
    return (await stat(join(site, `${name}.gz`))).size;
  } catch {
    return (await readFile(join(site, name))).length;
  }
}

const kilobyte = 1000;

/** Each limit is a little more than the page has now: what makes it heavier says so here, and why. */
const limits = [
  ['resting', '/', 15, 2],
  ['visitor', '/', 147, 11],
  ['visitor', '/login', 170, 18],
  ['member', '/find', 255, 22],
  ['member', '/match', 275, 24],
  ['member', '/chats', 268, 26],
  ['member', '/vip_plan/cred', 255, 24],
  ['member', '/user/:profileId', 250, 25],
  ['member', '/profile', 325, 45],
  ['member', '/notifications', 310, 36],
] as const;

test.each(limits)(
  'a %s’s %s asks for at most %i kB of scripts in %i files',
  async (audience, path, kB, most) => {
    for (const language of LANGUAGES) {
      const { files, bytes } = await firstFiles(source.preparedPath(path), audience, language);
      expect(files).toBeLessThanOrEqual(most);
      expect(bytes).toBeLessThanOrEqual(kB * kilobyte);
    }
  },
);
