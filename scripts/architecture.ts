/** Holds the order of rooms, who writes which table, and the drawing of both in the docs. */

import { globSync, readFileSync, writeFileSync } from 'node:fs';
import {
  findCircles,
  findOrderFaults,
  findPartFaults,
  findStrayPaths,
  placeOf,
} from './lib/architecture-rules.ts';
import type { Fault } from './lib/architecture-rules.ts';
import { drawArchitecture } from './lib/draw-architecture.ts';
import { findWalkFaults, walks } from './lib/followed.ts';
import { readImports } from './lib/imports.ts';
import { findMoneyFaults } from './lib/money-writers.ts';
import { findProviderNames } from './lib/provider-names.ts';
import { areas, server, secondWriters } from './lib/rooms.ts';
import { tablesWrittenBy, tablesWrittenByRules } from './lib/table-writers.ts';

const DRAWING = 'docs/architecture.md';

const folders = areas.map(({ folder }) => folder).join(',');
const texts = new Map(
  globSync(`{${folders},contract,embedded-postgres,sandbox}/**/*.{ts,tsx}`)
    .filter((file) => !file.endsWith('.gen.ts'))
    .map((file) => [file, readFileSync(file, 'utf8')]),
);
const all = new Map([...texts].map(([file, text]) => [file, readImports(file, text)]));
/** Tests may use whatever they try. */
const program = new Map([...all].filter(([file]) => !/\.test\.tsx?$/.test(file)));

/** Domains of the contract are words of one language, which name each other. */
const inOrder = new Map([...program].filter(([file]) => !file.startsWith('contract/')));

const order = Object.keys(server.rooms);
const owners = new Map(
  Object.entries(server.rooms).flatMap(([room, { tables = [] }]) => tables.map((table) => [table, room])),
);

/** The room for the first members fills every table before there are any. */
const written = [...program.keys()].flatMap((file) => {
  const { room = '' } = placeOf(server, file) ?? {};
  return order.includes(room) && room !== 'demo' ? tablesWrittenBy(room, file, texts.get(file) ?? '') : [];
});
const foreign = [...written, ...(await tablesWrittenByRules())].flatMap(({ room, table, place }): Fault[] => {
  const owner = owners.get(table);
  if (!owner || owner === room || secondWriters[`${room} writes ${table}`]) return [];
  return [[`${room} writes ${table}`, `${place}: call ${owner} instead`]];
});

const schema = readFileSync('server/platform/database/database-types.gen.ts', 'utf8');
const [, declared = ''] = /export interface DB \{([^{}]*)\}/.exec(schema) ?? [];
const unowned = Array.from(declared.matchAll(/^ *(\w+):/gm), ([, table = '']) => table)
  .filter((table) => !owners.has(table))
  .map((table): Fault => ['a table without an owner', `${table}: name it beside the room that writes it`]);

const drawn = readFileSync(DRAWING, 'utf8');
const drawing = drawArchitecture(drawn);
if (process.argv.includes('--write')) writeFileSync(DRAWING, drawing);
else if (drawing !== drawn) foreign.push(['the drawing is stale', 'run npm run generate']);

const open = areas.flatMap(({ folder, rooms, open: names }) => [
  ...Object.keys(names).map((name) => `${folder}/${name}`),
  ...Object.entries(rooms).flatMap(([room, { open: own = {} }]) =>
    Object.keys(own).map((name) => `${folder}/${room}/${name}`),
  ),
]);
const faults = Map.groupBy(
  [
    ...areas.flatMap((area) => [...findOrderFaults(area, program), ...findPartFaults(area, program)]),
    ...findStrayPaths(areas, all),
    ...findCircles(inOrder, open),
    ...walks.flatMap((walk) => findWalkFaults(walk, program, (file) => readFileSync(file, 'utf8'))),
    ...foreign,
    ...findMoneyFaults(written),
    ...findProviderNames(
      new Map([...texts].filter(([file]) => program.has(file) && !file.startsWith('sandbox/'))),
    ),
    ...unowned,
  ],
  ([what]) => what,
);
for (const [what, places] of faults) {
  console.error(`${what}:\n  ${places.map(([, where]) => where).join('\n  ')}`);
  process.exitCode = 1;
}
