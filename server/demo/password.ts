import { randomInt } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { App } from '../core/app.ts';

const consonants = 'bcdfglmnprstvz';
const vowels = 'aeiou';
const GROUPS = 4;

/** The one password of all demo accounts: made at the first start, kept in the data folder. */
export async function readDemoPassword({ config }: Pick<App, 'config'>): Promise<string> {
  const file = join(config.dataDir, 'demo-password');
  const kept = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '';
    throw error;
  });
  if (kept.trim() !== '') return kept.trim();
  const made = readablePassword();
  // Renaming is what makes it whole or absent, whatever is killed when.
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${made}\n`, { mode: 0o600, flush: true });
  await rename(draft, file);
  return made;
}

/** Four groups that can be read out and typed on a phone: `mobi-rasu-teno-vela`. */
function readablePassword(): string {
  const letter = (letters: string) => letters.charAt(randomInt(letters.length));
  const syllable = () => letter(consonants) + letter(vowels);
  return Array.from({ length: GROUPS }, () => syllable() + syllable()).join('-');
}
