import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { pages } from '#console/shell/paths.ts';
import {
  answer,
  ines,
  serveCalls,
  showPage,
  signedInAs,
  resetConsole,
} from '#console/testing/console-page.tsx';
import type { CaseContent, ModerationCase } from '#contract/moderation/cases.ts';
import {
  claimCase,
  giveVerdicts,
  listCases,
  moderationFigures,
  nextCase,
  releaseCase,
  undoVerdicts,
} from '#contract/moderation/moderation.ts';
import { decideVerification, readVerificationCase } from '#contract/moderation/photo-verification.ts';
import { listSanctions, sanctionReasons } from '#contract/moderation/sanctions.ts';
import { CasePane } from './case-pane.tsx';
import { Moderation } from './moderation.tsx';

const idOf = (number: number) => `01890000-0000-4000-8000-00000000000${number}`;
const picture = { address: `${window.location.origin}/favicon.ico`, width: 40, height: 30 };

function makeCase(number: number, name: string, content: CaseContent): ModerationCase {
  const person = { screenName: name, kind: 'member', age: 40, region: 'Lazio', city: 'Roma' } as const;
  return {
    brand: 'lunaria',
    kind: content.kind,
    id: idOf(number),
    version: 1_000 + number,
    since: Date.now() - number * 60_000,
    risk: 0,
    signals: [],
    person: { ...person, profileId: idOf(number), accountId: idOf(number) },
    claim: { staffId: ines, name: 'Ines', until: Date.now() + 300_000 },
    content,
  };
}

const review = (name: string): CaseContent => ({ kind: 'review', name, text: 'Si sta bene', stars: 4 });
const all = [
  makeCase(1, 'Anna', review('Anna')),
  makeCase(2, 'Bea', review('Bea')),
  makeCase(3, 'Carla', { kind: 'verification', gesture: 'thumb_up' }),
];

/** A server with three cases that wait for a moderator. */
function serve() {
  let waiting = all;
  const sent: unknown[] = [];
  let nextMayCome = Promise.resolve();
  const takenOf = (found: ModerationCase | undefined) =>
    found ? { case: found, history: { memberSince: null, verdicts: [], reports: [] } } : null;
  const suggestion = { kind: 'warning', hours: null } as const;
  serveCalls([
    signedInAs('moderator'),
    ['GET', /\/moderation\/cases$/, () => answer(listCases, { cases: waiting, next: null })],
    ['GET', /\/moderation\/figures$/, () => answer(moderationFigures, { kinds: [] })],
    [
      'POST',
      /\/moderation\/next$/,
      async (_, body) => {
        const { without = [] } = JSON.parse(body) as { without?: string[] };
        await nextMayCome;
        return answer(nextCase, { taken: takenOf(waiting.find(({ id }) => !without.includes(id))) });
      },
    ],
    [
      'POST',
      /\/moderation\/verdicts$/,
      (_, body) => {
        const given = JSON.parse(body) as { cases: { id: string }[] };
        sent.push(given);
        const outcomes = given.cases.map(({ id }) =>
          waiting.some((each) => each.id === id)
            ? { verdictId: id, problem: null }
            : { verdictId: null, problem: 'gone' as const },
        );
        waiting = waiting.filter(({ id }) => !given.cases.some((each) => each.id === id));
        return answer(giveVerdicts, { outcomes, undoUntil: Date.now() + 10_000 });
      },
    ],
    [
      'POST',
      /\/moderation\/verdicts\/undo$/,
      (_, body) => {
        const { verdicts } = JSON.parse(body) as { verdicts: { id: string }[] };
        waiting = all.filter((each) => waiting.includes(each) || verdicts.some(({ id }) => id === each.id));
        return answer(undoVerdicts, { undone: verdicts.map(() => true) });
      },
    ],
    [
      'POST',
      /\/moderation\/\w+\/([^/]+)\/claim$/,
      (found) => {
        const taken = takenOf(all.find(({ id }) => id === found));
        return taken ? answer(claimCase, taken) : Response.json({ code: 'moderation.gone' }, { status: 409 });
      },
    ],
    ['DELETE', /\/claim$/, () => answer(releaseCase, { ok: true })],
    [
      'GET',
      /\/sanctions$/,
      () =>
        answer(listSanctions, {
          sanctions: [],
          strikes: 0,
          suggestions: Object.fromEntries(sanctionReasons.map((reason) => [reason, suggestion])) as Record<
            (typeof sanctionReasons)[number],
            typeof suggestion
          >,
        }),
    ],
    [
      'GET',
      /\/verifications\/[^/]+$/,
      () => answer(readVerificationCase, { gesture: 'thumb_up', at: Date.now(), picture, photos: [picture] }),
    ],
    [
      'POST',
      /\/verifications\/([^/]+)\/verdict$/,
      (found, body) => {
        sent.push(JSON.parse(body));
        waiting = waiting.filter(({ id }) => id !== found);
        return answer(decideVerification, { ok: true });
      },
    ],
  ]);
  return {
    sent,
    /** The next case is not there before this is called. */
    holdNext: () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      nextMayCome = promise;
      return resolve;
    },
  };
}

beforeEach(resetConsole);
afterEach(() => void vi.unstubAllGlobals());

async function show() {
  const server = serve();
  await showPage(
    [
      {
        path: pages.moderation,
        Component: Moderation,
        handle: { title: 'moderation:page.moderation' },
        children: [{ path: pages.moderationCase, Component: CasePane }],
      },
    ],
    pages.moderation,
  );
  await expect.element(page.getByRole('link', { name: /Anna/ })).toBeVisible();
  return server;
}

const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
const reasons = page.getByRole('group', { name: 'Motivo del rifiuto' });

test('by keys alone: next, approve, refuse with a reason, undo, skip', async () => {
  const { sent } = await show();
  await userEvent.keyboard('n');
  await expect.element(heading('Anna')).toBeVisible();
  await expect.element(page.getByRole('timer', { name: 'Tempo rimasto' })).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(heading('Bea')).toBeVisible();
  await userEvent.keyboard('r');
  await expect.element(reasons).toBeVisible();
  // Escape closes the reasons; nothing is decided by a digit alone.
  await userEvent.keyboard('{Escape}');
  await expect.element(reasons).not.toBeInTheDocument();
  await userEvent.keyboard('2r');
  await expect.element(reasons).toBeVisible();
  await userEvent.keyboard('2');
  await expect.element(heading('Carla')).toBeVisible();
  expect(sent).toMatchObject([
    { cases: [{ id: idOf(1), version: 1_001 }], verdict: 'approve' },
    { cases: [{ id: idOf(2), version: 1_002 }], verdict: 'refuse', reason: 'offensive' },
  ]);
  await userEvent.keyboard('u');
  await expect.element(heading('Bea')).toBeVisible();
  await userEvent.keyboard('s');
  await expect.element(heading('Carla')).toBeVisible();
});

test('a key pressed again before the next case is drawn decides nothing and says nothing', async () => {
  const { sent, holdNext } = await show();
  await userEvent.keyboard('n');
  await expect.element(heading('Anna')).toBeVisible();
  const letNextCome = holdNext();
  await userEvent.keyboard('a');
  await expect.element(page.getByText('Approvato.')).toBeVisible();
  await userEvent.keyboard('aas');
  letNextCome();
  await expect.element(heading('Bea')).toBeVisible();
  await expect.element(page.getByText('Approvato.')).toBeVisible();
  expect(sent).toHaveLength(1);
  // What was taken back can be decided again.
  await userEvent.keyboard('u');
  await expect.element(heading('Anna')).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(heading('Bea')).toBeVisible();
  expect(sent).toHaveLength(2);
});

test('a verification is decided with the same keys, once the pictures are there', async () => {
  const { sent } = await show();
  await page.getByRole('link', { name: /Carla/ }).click();
  await expect.element(page.getByText('Gesto richiesto: pollice alzato accanto al viso')).toBeVisible();
  await userEvent.keyboard('r');
  await expect.element(reasons).toBeVisible();
  await userEvent.keyboard('2');
  await expect.element(heading('Anna')).toBeVisible();
  expect(sent).toEqual([{ refusal: 'other_person' }]);
});

test('several are selected with x and Shift, and decided on together', async () => {
  const { sent } = await show();
  await userEvent.keyboard('jx');
  await expect.element(page.getByRole('checkbox', { name: 'Seleziona Anna, Recensione' })).toBeChecked();
  await userEvent.keyboard('j{Shift>}X{/Shift}');
  await expect.element(page.getByText('2 casi selezionati')).toBeVisible();
  await userEvent.keyboard('a');
  await expect.element(page.getByText('Approvati: 2.')).toBeVisible();
  expect(sent).toMatchObject([{ cases: [{ id: idOf(1) }, { id: idOf(2) }], verdict: 'approve' }]);
});
