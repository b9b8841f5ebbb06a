import { randomUUID } from 'node:crypto';
import { SNIPPETS_MOST } from '#contract/staff/writing.ts';
import { expect, test } from '#testing/harness.ts';
import { failing, host } from '#testing/messaging/host-queue.ts';
import { atWork } from '#testing/staff/staff.ts';
import { deleteSnippet, listSnippets, saveSnippet } from './snippets.ts';

const brand = 'lunaria';
const italian = { brand, language: 'it' } as const;

test('a host writes, changes and deletes a snippet of the brand, and each is written down', async ({
  db,
  world,
}) => {
  const ines = await host(world);
  const id = randomUUID();
  const first = { ...italian, id, name: 'benvenuto', text: 'Ciao {{name}}, com’è {{city}}?' };
  await saveSnippet(ines, first);
  // The same again is the same snippet.
  await saveSnippet(ines, { ...first, text: 'Ciao {{name}}!' });
  const other = { ...first, id: randomUUID() };
  await expect(saveSnippet(ines, other)).rejects.toEqual(failing('snippet.name_taken'));
  await saveSnippet(ines, { ...other, language: 'es', text: 'Hola {{name}}' });
  expect((await listSnippets(ines, { brand })).snippets).toMatchObject([
    { name: 'benvenuto', language: 'es' },
    { name: 'benvenuto', language: 'it', text: 'Ciao {{name}}!' },
  ]);
  await deleteSnippet(ines, { brand, id });
  await deleteSnippet(ines, { brand, id });
  expect((await listSnippets(ines, { brand })).snippets).toMatchObject([{ language: 'es' }]);
  const entries = await db
    .selectFrom('audit')
    .select(['action', 'actor_id'])
    .where('subject', '=', id)
    .orderBy('id')
    .execute();
  expect(entries).toEqual(
    ['snippet.created', 'snippet.changed', 'snippet.deleted'].map((action) => ({
      action,
      actor_id: ines.staffId,
    })),
  );
});

test('a snippet is its brand’s, has words, and leaves open only what can be filled', async ({ world }) => {
  const ines = await atWork(world, { role: 'host', brands: ['verbena'] });
  const snippet = { ...italian, id: randomUUID(), name: 'ciao', text: 'Ciao' };
  await expect(saveSnippet(ines, snippet)).rejects.toEqual(failing('request.not_found'));
  await expect(listSnippets(ines, { brand })).rejects.toEqual(failing('request.not_found'));
  const here = { ...snippet, brand: 'verbena' };
  await expect(saveSnippet(ines, { ...here, text: ' \n ' })).rejects.toEqual(failing('chat.empty'));
  await expect(saveSnippet(ines, { ...here, text: 'Ciao {{telefono}}' })).rejects.toMatchObject({
    code: 'snippet.placeholder_unknown',
    details: { placeholder: 'telefono' },
  });
});

test('a brand has two hundred snippets and no more, also where two are saved at once', async ({
  db,
  world,
}) => {
  const ines = await host(world);
  const brandId = world.brand().id;
  await db.deleteFrom('snippet').execute();
  await db
    .insertInto('snippet')
    .values(
      Array.from({ length: SNIPPETS_MOST - 1 }, (_, index) => ({
        brand_id: brandId,
        id: randomUUID(),
        name: `frase-${index}`,
        language: 'it' as const,
        body: 'Ciao',
        changed_at: new Date(),
      })),
    )
    .execute();
  const save = (name: string) => saveSnippet(ines, { ...italian, id: randomUUID(), name, text: 'Ciao' });
  const outcomes = await Promise.allSettled([save('una'), save('altra')]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(save('ancora')).rejects.toEqual(failing('snippet.too_many'));
});
