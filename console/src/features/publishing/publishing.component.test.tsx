import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Loaded } from '#console/shell/loaded.tsx';
import {
  type ServedCall,
  answer,
  ines,
  resetConsole,
  serveCalls,
  showPage,
} from '#console/testing/console-page.tsx';
import * as editing from '#contract/staff/brand-editing.ts';
import { cancelSchedule, listSchedules, schedulePublication } from '#contract/staff/brand-schedule.ts';
import { TextField } from '#ui/text-field.tsx';
import { ConflictNotice } from './conflict-notice.tsx';
import { History, Schedules } from './history.tsx';
import { PublishPanel } from './publish-panel.tsx';
import { type ReadPart, usePart } from './publishing-data.ts';
import { SaveStatus } from './save-status.tsx';
import { useDraft } from './use-draft.ts';

const marta = { id: ines, name: 'Marta' };
const live = { version: 14, publishedAt: 1_000, publishedBy: marta };

/** What the server has of the one part: its draft changes with each save. */
let part: ReadPart;

function Editor() {
  const query = usePart('aurora', 'brand');
  return (
    <Loaded query={query} skeleton={null}>
      {(read) => <Form read={read} />}
    </Loaded>
  );
}

function Form({ read }: { read: ReadPart }) {
  const draft = useDraft('aurora', read);
  const { content } = draft;
  return (
    <>
      <SaveStatus draft={draft} />
      <ConflictNotice draft={draft} />
      <TextField
        label="Titolo"
        value={String(content['title'])}
        onChange={({ target }) => draft.change({ ...content, title: target.value })}
      />
      <PublishPanel brand="aurora" parts={['brand']} flush={draft.flush} />
    </>
  );
}

function stateOf({ part: name, kind, name: title, live: published, draft }: ReadPart) {
  return { part: name, kind, name: title, live: published, draft };
}

function saveAs(name: string, content: Record<string, unknown>): number {
  const revision = (part.draft?.revision ?? 0) + 1;
  part = {
    ...part,
    draft: { revision, basedOn: 14, savedAt: Date.now(), savedBy: { id: ines, name }, outdated: false },
    draftContent: content,
  };
  return revision;
}

const calls: ServedCall[] = [
  ['GET', /\/parts\/brand$/, () => answer(editing.readPart, part)],
  ['GET', /\/parts$/, () => answer(editing.listParts, { parts: [stateOf(part)] })],
  [
    'PUT',
    /\/draft$/,
    (_, body) => {
      const { content, revision } = JSON.parse(body) as {
        content: Record<string, unknown>;
        revision: number;
      };
      if (revision !== (part.draft?.revision ?? 0)) {
        const details = {
          part: 'brand',
          by: part.draft?.savedBy?.name ?? null,
          at: part.draft?.savedAt ?? null,
        };
        return Response.json({ error: { code: 'draft.changed', message: '', ...details } }, { status: 409 });
      }
      return answer(editing.saveDraft, { revision: saveAs('Ines', content), savedAt: Date.now() });
    },
  ],
  [
    'POST',
    /\/difference$/,
    () =>
      answer(editing.readDifference, {
        parts: [
          {
            part: 'brand',
            kind: 'brand',
            name: 'Aurora',
            isNew: false,
            lines: [{ path: ['theme', 'primary'], kind: 'changed', before: '#112233', after: '#445566' }],
          },
        ],
      }),
  ],
];
const lawful: ServedCall = [
  'POST',
  /\/check$/,
  () => answer(editing.checkProposal, { problems: [], publishable: true }),
];

beforeEach(() => {
  resetConsole();
  part = {
    part: 'brand',
    kind: 'brand',
    name: 'Aurora',
    live,
    draft: null,
    liveContent: { title: 'Aurora' },
    draftContent: null,
  };
});
afterEach(() => vi.unstubAllGlobals());

const title = page.getByRole('textbox', { name: 'Titolo' });
/** Without the console's styles the ground behind a dialog lies over it. */
const press = (name: string) =>
  (page.getByRole('button', { name, exact: true }).element() as HTMLElement).click();

test('what is typed is saved by itself, shown in words, and published with its note', async () => {
  const published: unknown[] = [];
  serveCalls([
    ...calls,
    lawful,
    [
      'POST',
      /\/publications$/,
      (_, body) => {
        published.push(JSON.parse(body));
        part = { ...part, live: { ...live, version: 15 }, draft: null, draftContent: null };
        return answer(editing.publishProposal, { publication: 3, parts: [{ part: 'brand', version: 15 }] });
      },
    ],
  ]);
  await showPage([{ path: '/', element: <Editor /> }], '/');
  await expect.element(page.getByText('Come pubblicato')).toBeVisible();
  await title.fill('Aurora bella');
  await expect.element(page.getByText('Salvato proprio ora')).toBeVisible();
  await expect.element(page.getByText('1 modifica dalla versione 14')).toBeVisible();
  await page.getByRole('button', { name: 'Pubblica…' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Aspetto › Colore principale')).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Nota' }).fill('più calda');
  press('Pubblica ora');
  await expect.element(page.getByText('Pubblicato: è già in vista')).toBeVisible();
  expect(published).toEqual([
    { proposal: { of: 'drafts', parts: [{ part: 'brand', revision: 1 }] }, note: 'più calda' },
  ]);
});

test('of two who edit at once the second learns who was faster, and loses nothing whichever they choose', async () => {
  serveCalls([...calls, lawful]);
  await showPage([{ path: '/', element: <Editor /> }], '/');
  await title.fill('Aurora mia');
  saveAs('Marta', { title: 'Aurora di Marta' });
  await expect.element(page.getByText(/Marta ha salvato/)).toBeVisible();
  await expect.element(page.getByText(/anche: Nome/)).toBeVisible();
  await expect.element(title).toHaveValue('Aurora mia');
  await userEvent.type(title, '!');
  await page.getByRole('button', { name: 'Tieni quello che ho scritto' }).click();
  await expect.poll(() => part.draftContent).toEqual({ title: 'Aurora mia!' });
});

test('what breaks the law says which and is not published; a time that is over is refused beside its field', async () => {
  saveAs('Ines', { title: 'Aurora!' });
  let lawfulNow = false;
  const scheduled: unknown[] = [];
  serveCalls([
    ...calls,
    [
      'POST',
      /\/check$/,
      () =>
        answer(editing.checkProposal, {
          problems: lawfulNow
            ? []
            : [
                {
                  part: 'brand',
                  path: ['company', 'vat'],
                  kind: 'unlawful',
                  blocks: true,
                  rule: 'x',
                  source: 'art. 5',
                  what: 'manca',
                },
              ],
          publishable: lawfulNow,
        }),
    ],
    [
      'POST',
      /\/schedules$/,
      (_, body) => {
        scheduled.push(JSON.parse(body));
        return answer(schedulePublication, { id: ines });
      },
    ],
  ]);
  await showPage([{ path: '/', element: <Editor /> }], '/');
  await page.getByRole('button', { name: 'Pubblica…' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText('Fonte: art. 5')).toBeVisible();
  await expect.element(dialog.getByRole('button', { name: 'Pubblica ora' })).toBeDisabled();
  press('Chiudi');
  await expect.element(dialog).not.toBeInTheDocument();

  lawfulNow = true;
  saveAs('Ines', { title: 'Aurora?' });
  await title.fill('Aurora');
  await page.getByRole('button', { name: 'Tieni quello che ho scritto' }).click();
  await page.getByRole('button', { name: 'Programma…' }).click();
  await dialog.getByLabelText('Da', { exact: false }).first().fill('2020-01-01T10:00');
  press('Programma');
  await expect.element(dialog.getByText('Scegli un momento nel futuro.')).toBeVisible();
  expect(scheduled).toEqual([]);
});

test('the brand goes back to an earlier publication, and what is scheduled can be cancelled', async () => {
  const acts: unknown[] = [];
  const published = (publication: number, note: string) => ({
    publication,
    publishedAt: publication * 1_000,
    publishedBy: publication === 1 ? null : marta,
    note,
    parts: [{ part: 'brand', version: publication }],
  });
  serveCalls([
    ...calls,
    lawful,
    [
      'GET',
      /\/publications$/,
      () =>
        answer(editing.listPublications, {
          publications: [published(2, 'estate'), published(1, '')],
          next: null,
        }),
    ],
    [
      'POST',
      /\/publications$/,
      (_, body) => {
        acts.push(JSON.parse(body));
        return answer(editing.publishProposal, { publication: 3, parts: [] });
      },
    ],
    [
      'GET',
      /\/schedules$/,
      () =>
        answer(listSchedules, {
          schedules: [
            {
              id: ines,
              parts: ['brand'],
              from: 4_000_000_000_000,
              until: null,
              note: '',
              state: 'waiting',
              scheduledBy: marta,
              scheduledAt: 1,
              refusal: null,
            },
          ],
        }),
    ],
    [
      'POST',
      /\/schedules\/(.+)\/cancel$/,
      (id) => {
        acts.push(id);
        return answer(cancelSchedule, { ok: true });
      },
    ],
  ]);
  const element = (
    <>
      <Schedules brand="aurora" />
      <History brand="aurora" />
    </>
  );
  await showPage([{ path: '/', element }], '/');
  await expect.element(page.getByText(/Riga di comando/)).toBeVisible();
  await page.getByRole('button', { name: 'Annulla' }).click();
  await expect.element(page.getByText('Annullata')).toBeVisible();
  await page.getByRole('button', { name: 'Torna a questa… Pubblicazione 1' }).click();
  await expect.element(page.getByText('Aspetto › Colore principale')).toBeVisible();
  press('Torna a questa versione');
  await expect.element(page.getByText('Fatto: è come prima')).toBeVisible();
  expect(acts).toEqual([ines, { proposal: { of: 'publication', publication: 1 }, note: '' }]);
});
