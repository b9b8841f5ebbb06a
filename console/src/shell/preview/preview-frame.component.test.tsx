import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ShowPreview } from '#client/preview-messages.ts';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { answer, resetConsole, serveCalls, showPage } from '#console/testing/console-page.tsx';
import { previewBrand } from '#contract/staff/brand-preview.ts';
import type { CompleteThemeTokens } from '#contract/theme/tokens.ts';
import { PreviewBar, usePreviewChoice } from './preview-bar.tsx';
import { PreviewFrame } from './preview-frame.tsx';

const theme: CompleteThemeTokens = {
  primary: '#4f6d5d',
  accent: '#b65f46',
  ink: '#1d2a25',
  paper: '#fbfaf6',
  radius: 16,
  headingFont: 'Figtree',
  textFont: 'Figtree',
  portraitShape: 'tile',
  hero: 'tiles',
  surfaces: 'glow',
  buttons: 'pill',
  action: 'primary',
};

function Form({ primary }: { primary: string }) {
  const { choice, choose } = usePreviewChoice({ screen: 'plans', language: 'it' });
  const settings = { title: 'Aurora', theme: { ...theme, primary } };
  return (
    <>
      <PreviewBar choice={choice} choose={choose} screens={['plans', 'chat']} devices={['phone']} />
      <PreviewFrame brand="aurora" parts={{ brand: settings }} {...choice} />
    </>
  );
}

beforeEach(resetConsole);
afterEach(() => vi.unstubAllGlobals());

/** As the page in the frame does it: it says that it has started, and hears what to show. */
async function startPage(): Promise<ShowPreview[]> {
  await expect.element(page.getByTitle(/Anteprima/)).toBeVisible();
  const frame = document.querySelector('iframe')?.contentWindow;
  const shown: ShowPreview[] = [];
  frame?.addEventListener('message', ({ data }: MessageEvent<ShowPreview>) => shown.push(data));
  const ready = new MessageEvent('message', {
    data: { kind: 'preview-ready' },
    origin: location.origin,
    source: frame ?? null,
  });
  window.dispatchEvent(ready);
  return shown;
}

test('a page is shown as the form has it, colours at once', async () => {
  const asked: unknown[] = [];
  serveCalls([
    [
      'POST',
      /\/preview$/,
      (_, body) => {
        asked.push(JSON.parse(body));
        return answer(previewBrand, { boot: sampleBoot(), theme, mail: null });
      },
    ],
  ]);
  await showPage([{ path: '/', element: <Form primary="#aa3355" /> }], '/');
  const shown = await startPage();
  await expect
    .poll(() => shown.at(-1))
    .toMatchObject({ page: 'plans', theme: { primary: '#aa3355' }, mode: 'light' });
  expect(asked).toEqual([
    { parts: [{ part: 'brand', content: expect.objectContaining({ title: 'Aurora' }) }], language: 'it' },
  ]);
  await page.getByRole('button', { name: 'Scuro' }).click();
  await page.getByRole('button', { name: 'Chat' }).click();
  await expect.poll(() => shown.at(-1)).toMatchObject({ page: 'chat', mode: 'dark' });
  // Neither needs another answer of the server's.
  expect(asked).toHaveLength(1);
});
