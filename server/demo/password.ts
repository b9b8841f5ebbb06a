import { randomInt } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '#server/app.ts';

type Folder = Pick<App, 'config'>;

const consonants = 'bcdfglmnprstvz';
const vowels = 'aeiou';
const GROUPS = 4;

/** The one password of all demo accounts, which lies in the data folder of the node that made them. */
export async function findDemoPassword({ config }: Folder): Promise<string | undefined> {
  const kept = await readFile(fileIn(config), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  return kept.trim() || undefined;
}

/** Makes it where there is none yet, or another where the old one was lost. */
export async function makeDemoPassword({ config }: Folder): Promise<string> {
  const made = readablePassword();
  // Renaming is what makes it whole or absent, whatever is killed when.
  const draft = `${fileIn(config)}.${process.pid}`;
  await writeFile(draft, `${made}\n`, { mode: 0o600, flush: true });
  await rename(draft, fileIn(config));
  return made;
}

function fileIn({ dataDir }: App['config']): string {
  return join(dataDir, 'demo-password');
}

/** Four groups that can be read out and typed on a phone: `mobi-rasu-teno-vela`. */
function readablePassword(): string {
  const letter = (letters: string) => letters.charAt(randomInt(letters.length));
  const syllable = () => letter(consonants) + letter(vowels);
  return Array.from({ length: GROUPS }, () => syllable() + syllable()).join('-');
}
