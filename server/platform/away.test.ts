import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { expect, test } from '#testing/harness.ts';
import { isAway } from './away.ts';

const raise = (state: string) =>
  sql`do ${sql.lit(`begin raise exception 'no' using errcode = '${state}'; end`)}`;

test.for([
  ['53100', 'the disk is full', true],
  ['53200', 'there is no memory left', true],
  ['53300', 'there are too many connections', true],
  ['58030', 'the disk cannot be read', true],
  ['57P03', 'the server is starting', true],
  ['08006', 'the connection broke', true],
  ['57014', 'it took too long', true],
  ['23505', 'a key is there already', false],
  ['42P01', 'a table is not there', false],
  ['XX000', 'the server has a bug', false],
] as const)('SQLSTATE %s, %s: away is %s', async ([state, , away], { db }) => {
  const error = await raise(state)
    .execute(db)
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: state });
  expect(isAway(error)).toBe(away);
});

test('a full disk of ours and an unreachable server are away; a bug is not', async () => {
  const full = await writeFile('/dev/full', 'a photo').catch((thrown: unknown) => thrown);
  expect(full).toMatchObject({ code: 'ENOSPC' });
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  const refused = await fetch(`http://127.0.0.1:${port}`).catch((thrown: unknown) => thrown);
  expect([isAway(full), isAway(refused), isAway(new TypeError('undefined is not a function'))]).toEqual([
    true,
    true,
    false,
  ]);
});
