import { outline } from './rooms.ts';
import type { Area, Room } from './rooms.ts';

/** Between these stands what the code says. */
const BEGINS = '<!-- rooms: npm run generate -->\n';
const ENDS = '<!-- /rooms -->\n';
const COLUMN = 26;

/** A text of the docs, with the drawing as the rooms are now. */
export function drawArchitecture(text: string): string {
  const [before, rest] = [text.slice(0, text.indexOf(BEGINS)), text.slice(text.indexOf(ENDS))];
  if (!text.includes(BEGINS) || !text.includes(ENDS)) throw new Error('The drawing has no place.');
  const lines = outline.flatMap(({ path, does, area, files = {} }) =>
    [line(0, `${path}/`, does)].concat(
      Object.entries(files).map(([name, what]) => line(1, name, what)),
      area ? roomsOf(area) : [],
    ),
  );
  return `${before}${BEGINS}\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n\n${rest}`;
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
