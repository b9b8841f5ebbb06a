import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { answer, serveCalls, showPage, signedInAs, resetConsole } from '#console/testing/console-page.tsx';
import {
  type SanctionReason,
  type SanctionSuggestion,
  imposeSanction,
  listSanctions,
  sanctionReasons,
} from '#contract/moderation/sanctions.ts';
import { SanctionButton } from './sanction-dialog.tsx';

const accountId = '01890000-0000-4000-8000-000000000001';

beforeEach(resetConsole);
afterEach(() => vi.unstubAllGlobals());

test('a moderator who suspends where a closure was proposed sees for how long, and is not refused', async () => {
  const sent: unknown[] = [];
  const suggest = (reason: SanctionReason): SanctionSuggestion =>
    reason === 'scam' ? { kind: 'close', hours: null } : { kind: 'warning', hours: null };
  serveCalls([
    signedInAs('moderator'),
    [
      'GET',
      /\/sanctions$/,
      () =>
        answer(listSanctions, {
          sanctions: [],
          strikes: 0,
          suggestions: Object.fromEntries(
            sanctionReasons.map((reason) => [reason, suggest(reason)]),
          ) as Record<SanctionReason, SanctionSuggestion>,
        }),
    ],
    [
      'POST',
      /\/sanctions$/,
      (_, body) => {
        sent.push(JSON.parse(body));
        return answer(imposeSanction, { ok: true });
      },
    ],
  ]);
  await showPage(
    [{ path: '/', element: <SanctionButton member={{ brand: 'lunaria', accountId }} name="Ugo" /> }],
    '/',
  );
  await page.getByRole('button', { name: 'Provvedimento' }).click();
  await page.getByLabelText('Regola non rispettata').selectOptions('scam');
  await page.getByRole('combobox', { name: 'Provvedimento' }).selectOptions('suspend');
  await expect.element(page.getByLabelText('Durata')).toHaveValue('h24');
  // The dialog has no styles here, so that what lies behind it would be in a pointer's way.
  (page.getByRole('button', { name: 'Imponi il provvedimento' }).element() as HTMLElement).click();
  await expect.poll(() => sent).toMatchObject([{ kind: 'suspend', reason: 'scam', hours: 24 }]);
});
