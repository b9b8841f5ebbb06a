/** Writes the tables of `docs/access.md`, or with `--check` fails when they are out of date. */

import { readFile, writeFile } from 'node:fs/promises';
import {
  callers,
  describeCell,
  describeStaffCell,
  doors,
  nameOfDoor,
  rolesFor,
  staffCallers,
} from '#contract/access-table.ts';
import type { Caller, StaffCaller } from '#contract/access-table.ts';
import { staffRoles } from '#contract/kernel/staff-rights.ts';
import type { StaffRole } from '#contract/kernel/staff-rights.ts';

const target = new URL('../docs/access.md', import.meta.url);
const START = '<!-- tables -->';
const END = '<!-- end of tables -->';
const columns = Object.keys(callers) as Caller[];

/** Calls that answer all callers alike share a table with short columns: who may call, and who is refused how. */
function makeTable(rows: typeof doors): string {
  return [
    `| | for | ${columns.map((caller) => callers[caller]).join(' | ')} |`,
    `|---|---|${columns.map(() => '---').join('|')}|`,
    ...rows
      .map((door) => {
        const access = 'access' in door ? door.access : 'member';
        return `| \`${nameOfDoor(door)}\` | ${access} | ${columns.map((caller) => describeCell(door, caller)).join(' | ')} |`;
      })
      .toSorted(),
  ].join('\n');
}

/** The calls of the console, and which role may make them. */
function makeRoleTable(): string {
  return [
    `| | right | ${[...staffRoles, ...Object.values(staffCallers)].join(' | ')} |`,
    `|---|---|${[...staffRoles, ...Object.keys(staffCallers)].map(() => '---').join('|')}|`,
    ...doors
      .flatMap((door) => {
        if (!('access' in door) || door.access !== 'staff') return [];
        const rights = [door.right].flat().join(' or ');
        const open = new Set<StaffRole>(['owner', ...rolesFor(door)]);
        const roles = staffRoles.map((role) => (open.has(role) ? 'yes' : ''));
        const others = (Object.keys(staffCallers) as StaffCaller[]).map((caller) =>
          describeStaffCell(door, caller),
        );
        const where = door.everywhere ? `${rights}, at every brand` : rights;
        return [`| \`${nameOfDoor(door)}\` | ${where} | ${[...roles, ...others].join(' | ')} |`];
      })
      .toSorted(),
  ].join('\n');
}

export function renderAccess(page: string): string {
  const [before = '', rest = ''] = page.split(START);
  const [, after = ''] = rest.split(END);
  const calls = makeTable(doors.filter((door) => 'host' in door));
  const events = makeTable(doors.filter((door) => !('host' in door)));
  const sections = [
    ['Calls', calls],
    ['Events of the socket', events],
    ['Roles of the staff', makeRoleTable()],
  ].map(([title, table]) => `## ${title}\n\n${table}\n\n`);
  return `${before}${START}\n\n${sections.join('')}${END}${after}`;
}

if (import.meta.main) {
  const page = await readFile(target, 'utf8');
  const fresh = renderAccess(page);
  if (!process.argv.includes('--check')) await writeFile(target, fresh);
  else if (fresh !== page) {
    console.error('docs/access.md is out of date: run `npm run generate`.');
    process.exitCode = 1;
  }
}
