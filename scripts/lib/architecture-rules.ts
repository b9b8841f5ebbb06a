/** What breaks the architecture that `rooms.ts` describes. */

import type { Area } from './area.ts';
import type { Import } from './imports.ts';

/** What each file takes from others. */
export type Imports = ReadonlyMap<string, readonly Import[]>;
export type Fault = readonly [what: string, where: string];

/** The room that a file is in, and its path there. Of a file beside the rooms the room is empty, of one elsewhere missing. */
export function placeOf(area: Area, file: string): { room: string; path: string } | undefined {
  if (!file.startsWith(`${area.folder}/`)) return undefined;
  const path = file.slice(area.folder.length + 1);
  if (!path.includes('/')) return { room: '', path };
  const room = Object.keys(area.rooms).find((name) => path.startsWith(`${name}/`));
  return room === undefined ? undefined : { room, path: path.slice(room.length + 1) };
}

/** Each room uses those before it, and nothing beside the rooms but what is open. */
export function findOrderFaults(area: Area, imports: Imports): Fault[] {
  const order = Object.keys(area.rooms);
  return [...imports].flatMap(([file, used]) => {
    if (!file.startsWith(`${area.folder}/`) || isApart(area, file)) return [];
    const place = placeOf(area, file);
    if (!place)
      return [[`${area.folder} has no such room`, `${file}: name its room in scripts/lib/rooms.ts`]];
    if (place.room === '') return [];
    return used.flatMap(({ from }): Fault[] => {
      const other = placeOf(area, from);
      if (!other) return findForeignUse(area, file, from);
      const isOpen = other.room === '' && other.path in area.open;
      const isAllowed = order.indexOf(other.room) <= order.indexOf(place.room);
      if (isOpen || (other.room !== '' && isAllowed)) return [];
      return [[`${place.room} uses ${other.room || area.folder}`, `${file} uses ${from}`]];
    });
  });
}

const isApart = ({ folder, apart }: Area, file: string) =>
  apart.some((name) => file.startsWith(`${folder}/${name}/`));

/** What is outside of the area. */
function findForeignUse(area: Area, file: string, from: string): Fault[] {
  const where = `${file} uses ${from}`;
  const { room = '' } = placeOf(area, file) ?? {};
  const allowed = area.rooms[room]?.contract;
  if (from.startsWith('contract/') && allowed)
    return isBelow(from.slice('contract/'.length), Object.keys(allowed))
      ? []
      : [[`${room} names the product`, where]];
  return isBelow(from, area.uses) ? [] : [[`${area.folder} uses what is none of its own`, where]];
}

const isBelow = (file: string, places: readonly string[]) =>
  places.some((place) => file === place || file.startsWith(`${place}/`));

/** Each part of a room uses those before it. */
export function findPartFaults(area: Area, imports: Imports): Fault[] {
  return [...imports].flatMap(([file, used]) => {
    const place = placeOf(area, file);
    const { parts, open = {} } = area.rooms[place?.room ?? ''] ?? {};
    if (!place || !parts || place.path in open) return [];
    const own = partOf(parts, place.path);
    if (own === -1) return [[`${place.room} has no such part`, `${file}: name it in scripts/lib/rooms.ts`]];
    return used.flatMap(({ from }): Fault[] => {
      const other = placeOf(area, from);
      if (other?.room !== place.room || other.path in open) return [];
      return partOf(parts, other.path) > own
        ? [[`parts of ${place.room} in the wrong order`, `${file} uses ${from}`]]
        : [];
    });
  });
}

/** A file that is named stands where it is named, any other where its folder does. */
function partOf(parts: readonly (string | readonly string[])[], path: string): number {
  const named = parts.findIndex((part) => typeof part !== 'string' && part.includes(path));
  if (named !== -1) return named;
  const [folder = ''] = path.includes('/') ? path.split('/') : ['.'];
  return parts.indexOf(folder);
}

/** By `../` a file reaches its own room alone; others have names. */
export function findStrayPaths(areas: readonly Area[], imports: Imports): Fault[] {
  return [...imports].flatMap(([file, used]) => {
    const area = areas.find(({ folder }) => file.startsWith(`${folder}/`));
    const room = area && placeOf(area, file)?.room;
    return used.flatMap(({ specifier, from }): Fault[] => {
      if (!area || !specifier.startsWith('../')) return [];
      const isNear = placeOf(area, from)?.room === room && from.startsWith(`${area.folder}/`);
      return isNear ? [] : [['an import by ../ leaves its room', `${file} imports ${specifier}`]];
    });
  });
}

/**
 * A file that needs itself to be loaded, or to be understood, over others. What is fetched later is loaded by then. `open` are
 * the files that name everything and are named by everything.
 */
export function findCircles(imports: Imports, open: readonly string[]): Fault[] {
  const done = new Set<string>(open);
  const faults: Fault[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) {
      faults.push(['files in a circle', [...path.slice(path.indexOf(file)), file].join(' → ')]);
      return;
    }
    if (done.has(file)) return;
    for (const { from, isLater } of imports.get(file) ?? []) if (!isLater) visit(from, [...path, file]);
    done.add(file);
  };
  for (const file of imports.keys()) visit(file, []);
  return faults;
}
