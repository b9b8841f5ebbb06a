import { randomUUID } from 'node:crypto';
import { HOST_NOTES_MOST } from '#contract/kernel/constants.ts';
import { expect, test } from '#testing/harness.ts';
import { failing, host, write } from '#testing/messaging/host-queue.ts';
import { atWork } from '#testing/staff/staff.ts';
import { hostAccountHandlers } from './account-handlers.ts';
import { addHostNote, changeHostNote, deleteHostNote, readStaffCards } from './notes.ts';

test('hosts write down what they know of the member, and what the profile has said of itself', async ({
  db,
  world,
}) => {
  const [marco, paolo] = [await world.member({ level: 2 }), await world.member({ level: 2 })];
  const luna = await world.profile();
  const [ines, ugo] = [await host(world, 'Ines'), await host(world, 'Ugo')];
  const where = await write(marco, luna);
  const elsewhere = await write(paolo, luna);
  const { brand } = where;
  const about = { id: randomUUID(), text: 'Ha due figli e un cane.' };
  const fact = { id: randomUUID(), text: 'Luna vive a Trastevere.' };
  // What is sent twice is stored once.
  for (const context of [ines, ines])
    await addHostNote(context, { ...where, noteId: about.id, about: 'member', text: about.text });
  await addHostNote(ines, { ...where, noteId: fact.id, about: 'profile', text: fact.text });
  const cards = await readStaffCards(ugo, where);
  expect(cards.notes).toMatchObject([{ ...about, author: 'Ines', mine: false, edited: false }]);
  expect(cards.facts).toMatchObject([{ ...fact, author: 'Ines', mine: false }]);
  expect(cards.member).toMatchObject({ profileId: marco.profileId, age: 41 });
  for (const secret of [marco.email, marco.accountId]) expect(JSON.stringify(cards)).not.toContain(secret);
  // The profile is the same in every conversation; what is known of one member stays in theirs.
  expect(await readStaffCards(ugo, elsewhere)).toMatchObject({ facts: [{ id: fact.id }], notes: [] });

  const theirs = { brand, noteId: about.id };
  await expect(changeHostNote(ugo, { ...theirs, text: 'Ha tre figli.' })).rejects.toEqual(
    failing('request.not_found'),
  );
  await expect(deleteHostNote(ugo, theirs)).rejects.toEqual(failing('request.not_found'));
  await expect(changeHostNote(ines, { ...theirs, text: '' })).rejects.toEqual(failing('note.empty'));
  await changeHostNote(ines, { ...theirs, text: 'Ha tre figli.' });
  expect((await readStaffCards(ines, where)).notes).toMatchObject([
    { text: 'Ha tre figli.', mine: true, edited: true },
  ]);
  await deleteHostNote(ines, theirs);
  expect((await readStaffCards(ines, where)).notes).toEqual([]);
  const trace = await db.selectFrom('audit').selectAll().where('subject', '=', where.id).execute();
  expect(trace).toMatchObject([{ action: 'host_note.deleted', actor_id: ines.staffId }]);
});

test('notes have a limit, and are seen in no other conversation', async ({ world }) => {
  const where = await write(await world.member({ level: 2 }), await world.profile());
  const ines = await host(world);
  const note = () => ({ ...where, noteId: randomUUID(), about: 'member', text: 'Nota' }) as const;
  for (let count = 0; count < HOST_NOTES_MOST; count += 1) await addHostNote(ines, note());
  await expect(addHostNote(ines, note())).rejects.toEqual(failing('note.too_many'));
  await addHostNote(ines, { ...note(), about: 'profile' });
  await expect(addHostNote(ines, { ...note(), text: '' })).rejects.toEqual(failing('note.empty'));
  const abroad = await atWork(world, { role: 'host', brands: ['verbena'] });
  await expect(readStaffCards(abroad, where)).rejects.toEqual(failing('request.not_found'));
  await expect(addHostNote(abroad, note())).rejects.toEqual(failing('request.not_found'));
});

test('a member who asks for their data gets what was written down about them, without who wrote it', async ({
  db,
  world,
}) => {
  const marco = await world.member({ level: 2 });
  const where = await write(marco, await world.profile());
  const ines = await host(world);
  await addHostNote(ines, { ...where, noteId: randomUUID(), about: 'member', text: 'Ama il mare.' });
  await addHostNote(ines, { ...where, noteId: randomUUID(), about: 'profile', text: 'Vive a Ostia.' });
  const notes = hostAccountHandlers.exports?.find(({ topic }) => topic === 'host_notes');
  const exported = await notes?.read(db, marco.brandId, marco.accountId);
  expect(exported).toMatchObject([{ text: 'Ama il mare.' }]);
  expect(JSON.stringify(exported)).not.toContain(ines.staffId);
});
