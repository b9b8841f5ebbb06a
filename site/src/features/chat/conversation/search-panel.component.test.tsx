import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { sampleUser } from '#client/testing/sample-boot.ts';
import type { FoundMessage } from '#contract/chat/searching.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { openMember } from '#site/shell/member-query.ts';
import { sessionStore } from '#site/shell/session.ts';
import { SearchPanel } from './search-panel.tsx';

const server = { search: vi.fn<(input: { words: string }) => { found: FoundMessage[] }>() };

vi.mock('#site/shell/api.ts', () => ({
  call: async (_: unknown, input: { words: string }) => server.search(input),
}));

const texts = await createTexts('it', ['shell', 'chat', 'errors']);
const [onClose, onFound] = [vi.fn(), vi.fn()];

beforeEach(async () => {
  vi.resetAllMocks();
  sessionStore.set({
    status: 'member',
    me: openMember(sampleUser({ trackerId: `marco-${crypto.randomUUID()}` })),
  });
  await render(
    <MemoryRouter>
      <I18nextProvider i18n={texts}>
        <SearchPanel profileId="anna" name="Anna" onClose={onClose} onFound={onFound} />
      </I18nextProvider>
    </MemoryRouter>,
  );
});

test('what is typed is looked for, the words are marked as they were written, and a result leads there', async () => {
  const at = Date.now();
  server.search.mockReturnValue({ found: [{ number: 7, own: false, text: 'un Caffè in piazza', at }] });
  await expect.element(page.getByRole('searchbox')).toHaveFocus();
  await userEvent.keyboard('caffe');
  const mark = page.getByRole('mark');
  await expect.element(mark).toHaveTextContent('Caffè');
  expect(server.search).toHaveBeenLastCalledWith(expect.objectContaining({ words: 'caffe' }));
  await page.getByRole('button', { name: /^Anna/ }).click();
  expect(onFound).toHaveBeenCalledWith(7);
});

test('one letter asks for nothing, nothing found is said, and Escape closes it', async () => {
  server.search.mockReturnValue({ found: [] });
  await userEvent.keyboard('c');
  await expect.element(page.getByText(/almeno due lettere/)).toBeVisible();
  await userEvent.keyboard('i');
  await expect.element(page.getByText('Nessun messaggio trovato')).toBeVisible();
  expect(server.search.mock.calls.map(([{ words }]) => words)).toEqual(['ci']);
  await userEvent.keyboard('{Escape}');
  expect(onClose).toHaveBeenCalledOnce();
});
