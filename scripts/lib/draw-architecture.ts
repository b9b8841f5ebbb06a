import type { Area, Room } from './area.ts';
import { walks } from './followed.ts';
import { outline } from './rooms.ts';

const COLUMN = 26;

/** A text of the docs, with what the code says of rooms and walks between their marks. */
export function drawArchitecture(text: string): string {
  return replaceBetween(replaceBetween(text, 'rooms', drawRooms()), 'followed', drawWalks());
}

function replaceBetween(text: string, name: string, drawing: string): string {
  const [begins, ends] = [`<!-- ${name}: npm run generate -->\n`, `<!-- /${name} -->\n`];
  if (!text.includes(begins) || !text.includes(ends)) throw new Error(`The drawing of ${name} has no place.`);
  return `${text.slice(0, text.indexOf(begins))}${begins}\n${drawing}\n${text.slice(text.indexOf(ends))}`;
}

function drawRooms(): string {
  const lines = outline.flatMap(({ path, does, area, files = {} }) =>
    [line(0, `${path}/`, does)].concat(
      Object.entries(files).map(([name, what]) => line(1, name, what)),
      area ? roomsOf(area) : [],
    ),
  );
  return ['```', ...lines, '```', ''].join('\n');
}

function drawWalks(): string {
  const lists = walks.map(({ what, files }) =>
    [
      `**${what}** in ${files.length} files:`,
      '',
      ...files.map((file, index) => `${index + 1}. \`${file}\``),
      '',
    ].join('\n'),
  );
  return lists.join('\n');
}

function line(depth: number, name: string, does: string): string {
  return `${'  '.repeat(depth)}${name}`.padEnd(COLUMN).concat(does).trimEnd();
}

function roomsOf({ rooms }: Area): string[] {
  return Object.entries(rooms).flatMap(([name, room]) => {
    const own = line(1, `${name}/`, room.does);
    const folders = foldersOf(room).join(' < ');
    return folders === '' ? [own] : [own, line(2, '', folders)];
  });
}

/** Its folders, in their order. */
function foldersOf({ parts = [] }: Room): string[] {
  return parts.filter((part) => typeof part === 'string').filter((part) => part !== '.');
}
