import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findCircles, findOrderFaults, findPartFaults, findStrayPaths } from './lib/architecture-rules.ts';
import type { Area } from './lib/area.ts';
import { drawArchitecture } from './lib/draw-architecture.ts';
import { findWalkFaults } from './lib/followed.ts';
import { readImports } from './lib/imports.ts';
import { findMoneyFaults } from './lib/money-writers.ts';
import { findProviderNames } from './lib/provider-names.ts';
import { tablesWrittenBy, tablesWrittenByRules } from './lib/table-writers.ts';

const area: Area = {
  folder: 'server',
  uses: ['contract'],
  open: { 'app.ts': 'names what all keep' },
  apart: ['migrations'],
  rooms: {
    platform: {
      does: 'knows nothing of the product',
      contract: { kernel: 'what calls are made of' },
      parts: ['.', 'database', 'http', ['module.ts']],
      open: { 'platform.ts': 'names what the parts make' },
    },
    messaging: { does: 'conversations' },
    hosts: { does: 'people who answer' },
  },
};

/** Files as they would be read, by their path. */
function importsOf(files: Record<string, string>) {
  return new Map(Object.entries(files).map(([file, text]) => [file, readImports(file, text)]));
}

const whereOf = (faults: readonly (readonly [string, string])[]) => faults.map(([, where]) => where);

test('a room uses those above it, and what it must not name counts as a type too', () => {
  const imports = importsOf({
    'server/hosts/answer.ts': `import { send } from '#server/messaging/sending.ts';`,
    'server/messaging/sending.ts': `import type { Claim } from '#server/hosts/claims.ts';`,
    'server/messaging/reading.ts': `export { claim } from '#server/hosts/claims.ts';`,
    'server/messaging/later.ts': `export const load = () => import('#server/hosts/claims.ts');`,
  });
  expect(whereOf(findOrderFaults(area, imports))).toEqual([
    'server/messaging/sending.ts uses server/hosts/claims.ts',
    'server/messaging/reading.ts uses server/hosts/claims.ts',
    'server/messaging/later.ts uses server/hosts/claims.ts',
  ]);
});

test('a room that the list does not name is a fault, migrations are none', () => {
  const imports = importsOf({ 'server/gifts/send.ts': '', 'server/migrations/initial.ts': '' });
  expect(whereOf(findOrderFaults(area, imports))).toEqual([
    'server/gifts/send.ts: name its room in scripts/lib/rooms.ts',
  ]);
});

test('of the files beside the rooms only those may be used that are open', () => {
  const imports = importsOf({
    'server/hosts/answer.ts': `import type { App } from '#server/app.ts';\nimport { modules } from '#server/modules.ts';`,
    'server/modules.ts': `import { hosts } from './hosts/module.ts';`,
  });
  expect(whereOf(findOrderFaults(area, imports))).toEqual(['server/hosts/answer.ts uses server/modules.ts']);
});

test('the platform names no word of the product, and no room uses an app', () => {
  const imports = importsOf({
    'server/platform/http/mount.ts': `import { fail } from '#contract/kernel/errors.ts';\nimport type { Plan } from '#contract/billing/plans.ts';`,
    'server/hosts/answer.ts': `import { useDraft } from '#site/features/chat/draft.ts';\nimport type { Plan } from '#contract/billing/plans.ts';`,
  });
  expect(whereOf(findOrderFaults(area, imports))).toEqual([
    'server/platform/http/mount.ts uses contract/billing/plans.ts',
    'server/hosts/answer.ts uses site/src/features/chat/draft.ts',
  ]);
});

test('parts of a room have an order, in which a file may stand apart from its folder', () => {
  const imports = importsOf({
    'server/platform/clock.ts': `import type { Db } from './database/database.ts';`,
    'server/platform/database/database.ts': `import { now } from '../clock.ts';\nimport type { Platform } from '../platform.ts';`,
    'server/platform/platform.ts': `import type { Origins } from './http/origins.ts';`,
    'server/platform/module.ts': `import { mount } from './http/mount.ts';`,
    'server/platform/mail/send.ts': '',
  });
  expect(whereOf(findPartFaults(area, imports))).toEqual([
    'server/platform/clock.ts uses server/platform/database/database.ts',
    'server/platform/mail/send.ts: name it in scripts/lib/rooms.ts',
  ]);
});

test('by ../ a file reaches its own room, and no other', () => {
  const imports = importsOf({
    'server/platform/http/mount.ts': `import { now } from '../clock.ts';\nimport { send } from '../../messaging/sending.ts';`,
    'server/hosts/answer.test.ts': `import { fixture } from '../../testing/world.ts';`,
  });
  expect(whereOf(findStrayPaths([area], imports))).toEqual([
    'server/platform/http/mount.ts imports ../../messaging/sending.ts',
    'server/hosts/answer.test.ts imports ../../testing/world.ts',
  ]);
});

test('files in a circle are found by their types too, but not by what they fetch later', () => {
  const circle = importsOf({
    'server/hosts/a.ts': `import type { B } from './b.ts';`,
    'server/hosts/b.ts': `import { a } from './a.ts';`,
    'server/hosts/c.ts': `export const load = () => import('./d.ts');`,
    'server/hosts/d.ts': `import { load } from './c.ts';`,
  });
  expect(whereOf(findCircles(circle, []))).toEqual([
    'server/hosts/a.ts → server/hosts/b.ts → server/hosts/a.ts',
  ]);
  expect(findCircles(circle, ['server/hosts/b.ts'])).toEqual([]);
});

test('who writes a table is read in statements of both kinds, and not in comments', () => {
  const source = `
    // update profile set nothing
    db.insertInto('message').values(row);
    sql\`delete from only inbox where true\`;`;
  expect(tablesWrittenBy('hosts', 'server/hosts/a.ts', source).map(({ table }) => table)).toEqual([
    'message',
    'inbox',
  ]);
});

test('functions of the database count as writers, and triggers that fill a row', async () => {
  const written = await tablesWrittenByRules();
  expect(written.filter(({ room }) => room === 'moderation').map(({ table }) => table)).toContain(
    'moderation_case',
  );
  expect(written.every(({ place }) => /^server\/\w+\/rules\/[\w-]+\.sql:\d+$/.test(place))).toBe(true);
});

test('a walk is followed by imports, by the names of functions and by the rows of queues, and has an end', () => {
  const texts: Record<string, string> = {
    'site/src/button.tsx': `import { like } from '#contract/like.ts';`,
    'contract/like.ts': '',
    'server/discovery/likes.ts': `import type { like } from '#contract/like.ts';\nsql\`select like_price(1)\`;sql\`insert into news (id)\``,
    'server/discovery/rules/like-price.sql': 'create function like_price(level integer) returns integer',
    'server/discovery/news.ts': `export const newsQueue = queue({ name: 'news', table: 'news' });`,
    'server/discovery/astray.ts': `export const visitQueue = queue({ name: 'visits', table: 'visit' });`,
  };
  const files = Object.keys(texts);
  const walk = { what: 'A like', most: files.length - 1, files };
  const imports = importsOf(
    Object.fromEntries(Object.entries(texts).filter(([file]) => !file.endsWith('.sql'))),
  );
  expect(whereOf(findWalkFaults(walk, imports, (file) => texts[file] ?? ''))).toEqual([
    '6 of 5',
    'no file before server/discovery/astray.ts leads to it',
  ]);
});

test('the drawing in the docs is that of the list', () => {
  const text = readFileSync('docs/architecture.md', 'utf8');
  expect(drawArchitecture(text)).toBe(text);
  expect(drawArchitecture(text.replace('  platform/', '  plattform/'))).toBe(text);
});

test('money is written where it is said to be, and by nothing else', () => {
  const named = { refund: { 'server/billing/write.ts': 'all', 'server/billing/notes.ts': 'notes' } };
  const written = [
    { table: 'refund', place: 'server/billing/write.ts' },
    { table: 'refund', place: 'server/billing/gifts.ts' },
    { table: 'photo', place: 'server/profiles/photos.ts' },
  ];
  expect(whereOf(findMoneyFaults(written, named))).toEqual([
    expect.stringMatching(/^server\/billing\/gifts\.ts writes refund/),
    'server/billing/notes.ts and refund',
  ]);
});

test('only its list, its adapter and what is open name a provider', () => {
  const texts = new Map([
    ['contract/billing/providers.ts', `export const providers = { adyen: {} }; const first = 'adyen';`],
    ['server/billing/providers/adyen/adyen.ts', `export const name = 'adyen';`],
    ['server/billing/providers/maxpay/maxpay.ts', `export const name = 'maxpay';`],
    ['server/billing/orders/payment-rules.ts', `if (name === 'trustpay') return;`],
    ['server/billing/payments/pay-by-paypal.ts', `const method = 'paypal';`],
    ['server/billing/module.ts', `checkReturn('trustpay')`],
  ]);
  const open = { 'server/billing/module.ts': 'a call of its own', 'server/app.ts': 'nothing any more' };
  expect(findProviderNames(texts, open)).toEqual([
    ['a provider is named', expect.stringContaining('server/billing/orders/payment-rules.ts')],
    ['an open file names no provider', 'server/app.ts'],
  ]);
});
