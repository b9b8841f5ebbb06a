import { sql } from 'kysely';
import { expect, test } from '#testing/harness.ts';
import { listAudit, recordAudit } from './audit.ts';
import type { AuditFilter } from './audit.ts';
import { newId } from './ids.ts';

test('the audit log is listed newest first, page by page', async ({ db }) => {
  const staffId = newId();
  await db
    .insertInto('staff')
    .values({ id: staffId, email: 'ada@example.com', name: 'Ada', is_owner: true, password_hash: 'x' })
    .execute();
  const memberId = newId();
  await recordAudit(db, { actor: { kind: 'system' }, action: 'brand.seeded' });
  await recordAudit(db, {
    actor: { kind: 'member', id: memberId },
    action: 'account.closed',
    ip: 'fe80::1%eth0',
  });
  await recordAudit(db, {
    actor: { kind: 'staff', id: staffId },
    action: 'review.approved',
    subject: 'review 7',
    details: { stars: 5 },
    ip: '192.0.2.1',
  });

  const first = await listAudit(db, { limit: 2 });
  expect(first.entries).toMatchObject([
    { actor: 'Ada', action: 'review.approved', subject: 'review 7', details: { stars: 5 }, brand: null },
    { actor: `member ${memberId}`, action: 'account.closed', subject: null, details: {} },
  ]);
  expect(first.next).toBe(first.entries[1]?.id);
  const second = await listAudit(db, { before: first.next ?? '', limit: 2 });
  expect(second).toMatchObject({ entries: [{ actor: 'system', action: 'brand.seeded' }], next: null });
  await expect(listAudit(db, { before: 'yesterday', limit: 2 })).rejects.toThrow('request.malformed');
});

test('is searched by who, what and about whom, page by page', async ({ db }) => {
  const [ada, bruna] = [newId(), newId()];
  const record = (id: string, action: string, subject: string) =>
    recordAudit(db, { actor: { kind: 'staff', id }, action, subject });
  await record(ada, 'photo.refused', 'photo 1');
  await record(bruna, 'photo.approved', 'photo 1');
  await record(ada, 'photographer.hired', 'somebody');
  await record(ada, 'photo.approved', 'photo 2');
  const found = async (filter: AuditFilter) =>
    (await listAudit(db, { ...filter, limit: 50 })).entries.map(
      ({ action, subject }) => `${action} ${subject}`,
    );
  expect(await found({ actors: [ada] })).toEqual([
    'photo.approved photo 2',
    'photographer.hired somebody',
    'photo.refused photo 1',
  ]);
  expect(await found({ subject: 'photo 1' })).toEqual(['photo.approved photo 1', 'photo.refused photo 1']);
  expect(await found({ action: 'photo.approved' })).toEqual([
    'photo.approved photo 2',
    'photo.approved photo 1',
  ]);
  // A sort of act is a whole word, not the beginning of another.
  expect(await found({ action: 'photo', actors: [ada] })).toEqual([
    'photo.approved photo 2',
    'photo.refused photo 1',
  ]);
  expect(await found({ action: 'photo', subject: 'nobody' })).toEqual([]);
  const first = await listAudit(db, { action: 'photo', limit: 2 });
  const rest = await listAudit(db, { action: 'photo', limit: 2, before: first.next ?? '' });
  expect(rest.entries.map(({ action }) => action)).toEqual(['photo.refused']);
});

test('an entry rolls back with what it tells of', async ({ db }) => {
  const undone = db.transaction().execute(async (tx) => {
    await recordAudit(tx, { actor: { kind: 'system' }, action: 'undone' });
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  const { entries } = await listAudit(db, { limit: 50 });
  expect(entries.map(({ action }) => action)).not.toContain('undone');
});

test('secrets and unstorable characters are taken out of the details', async ({ db }) => {
  await recordAudit(db, {
    actor: { kind: 'visitor' },
    action: 'odd.request',
    subject: `x\0${'y'.repeat(400)}`,
    details: {
      note: 'card 4111 1111 1111 1111',
      list: ['Bearer abc.def', '\ud800 \0'],
      at: new Date(0),
      none: null,
    },
    ip: 'not an address',
  });
  const { entries } = await listAudit(db, { limit: 1 });
  expect(entries[0]?.subject).toHaveLength(300);
  expect(entries[0]?.details).toEqual({
    note: 'card [digits]',
    list: ['Bearer [token]', '\ufffd '],
    at: '1970-01-01T00:00:00.000Z',
    none: null,
  });
});

test('no entry can be changed or deleted afterwards', async ({ db }) => {
  await recordAudit(db, { actor: { kind: 'system' }, action: 'final' });
  await expect(sql`update audit set action = 'other'`.execute(db)).rejects.toThrow('never change');
  await expect(sql`delete from audit`.execute(db)).rejects.toThrow('never change');
});
