/** Holds the order in which the rooms of the server may use one another: the list below is the drawing. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';

/** A room may use those above it, never those below. Types may be named from anywhere: they are gone when it runs. */
const rooms = [
  'platform',
  'countries',
  'brands',
  'accounts',
  'profiles',
  'credits',
  'discovery',
  'messaging',
  'billing',
  'notifications',
  'moderation',
  'staff',
  'insight',
  'demo',
];

/** How many imports still run the wrong way. What is turned round is taken off here; nothing is added. */
const stillUpward: Record<string, number> = {
  'profiles → discovery': 1,
  'discovery → messaging': 3,
  'discovery → notifications': 1,
};

const valueImport = /^(?:import|export)\s+(?!type\s)[^;]*?from\s*'(\.[^']+)'/gm;
const isTest = (file: string) => file.endsWith('.test.ts');
const roomOf = (file: string) => /^server\/([^/]+)\//.exec(file)?.[1] ?? '';

const upward = new Map<string, string[]>();
for (const file of globSync(`server/{${rooms.join(',')}}/**/*.ts`).filter((path) => !isTest(path))) {
  const from = roomOf(file);
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(valueImport)) {
    const used = normalize(join(dirname(file), path));
    const to = roomOf(used);
    if (!rooms.includes(to) || rooms.indexOf(to) <= rooms.indexOf(from)) continue;
    const arrow = `${from} → ${to}`;
    upward.set(arrow, [...(upward.get(arrow) ?? []), `${file} uses ${used}`]);
  }
}

for (const arrow of new Set([...upward.keys(), ...Object.keys(stillUpward)])) {
  const found = upward.get(arrow) ?? [];
  const known = stillUpward[arrow] ?? 0;
  if (found.length === known) continue;
  process.exitCode = 1;
  if (found.length > known) console.error(`${arrow} runs upward:\n  ${found.join('\n  ')}`);
  else console.error(`${arrow}: ${found.length} are left of ${known}. Take the others off the list.`);
}
