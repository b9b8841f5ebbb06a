import { expect, test } from './fixtures.ts';
import { largeDesktop, largePhone, narrowPhone, openReader } from './readable.ts';
import { findUnreadable } from './unreadable.ts';

/** What is wrong, what of the page has it, and the sentence that tells. */
const faults: readonly (readonly [what: string, html: string, message: string])[] = [
  ['wider than the window', '<p style="width: 500px">Buonasera</p>', 'the page is 110 px too wide'],
  [
    'beyond the edge',
    '<div style="overflow-x: clip"><button style="margin-left: 380px">Esci</button></div>',
    'button “Esci” lies',
  ],
  [
    'cut off',
    '<div style="overflow: hidden; height: 1rem; width: 5rem">Buonasera a tutti</div>',
    'the text “Buonasera a tutti” is cut off',
  ],
  [
    'dots after too few letters',
    '<p style="overflow: hidden; text-overflow: ellipsis; white-space: nowrap; width: 3rem">Valentina</p>',
    'of the text “Valentina” only',
  ],
  [
    'a letter a line',
    '<p style="width: 1rem; overflow-wrap: anywhere">cookie</p>',
    'the word “cookie” is broken into',
  ],
  [
    'out of its frame',
    '<span style="display: block; width: 2rem; background: #ccc; white-space: nowrap">Profilo gestito</span>',
    'the text “Profilo gestito” leaves its frame',
  ],
  [
    'text over text',
    '<h2>Chi ti vede</h2><p style="margin-top: -3rem">Restano 12 crediti</p>',
    'lie over each other',
  ],
  [
    'a picture over text',
    '<div style="position: relative"><p>Chi ti vede</p><canvas style="position: absolute; inset: 0; background: red"></canvas></div>',
    'lies over the text “Chi ti vede”',
  ],
  [
    'a badge over a button',
    '<div style="position: relative"><button>Blocca</button><span style="position: absolute; inset: 0">AI</span></div>',
    'button “Blocca” cannot be pressed',
  ],
  [
    'a bar over what cannot be scrolled clear of it',
    '<button style="position: fixed; bottom: 0">Continua</button><div style="position: fixed; inset: auto 0 0; height: 6rem">.</div>',
    'button “Continua” cannot be pressed',
  ],
];

test('what cannot be read or pressed in large text is found, and nothing else', async ({ page }) => {
  const reader = await openReader(page);
  const show = (html: string) =>
    page.setContent(`<!doctype html><html lang="it"><body style="margin: 0">${html}</body></html>`);
  await reader.resize(largePhone);
  for (const [what, html, message] of faults) {
    await show(html);
    const found = await page.evaluate(findUnreadable);
    expect([what, found.filter((sentence) => sentence.includes(message)).length]).toEqual([what, 1]);
  }
  await show(`
    <a href="/" style="position: absolute; width: 1px; height: 1px; overflow: hidden">Vai al contenuto</a>
    <article style="position: relative"><h2>Giulia, 34</h2><a href="/user" style="position: absolute; inset: 0" aria-label="Giulia"></a></article>
    <p style="overflow: hidden; text-overflow: ellipsis; white-space: nowrap">Una frase che finisce coi puntini</p>
    <div style="overflow-x: auto"><table><tr><td style="min-width: 40rem">Una tabella</td></tr></table></div>
    <div style="height: 60rem"></div><button>In fondo</button>
    <div style="position: sticky; bottom: 0; background: #ccc">Un avviso</div><div style="height: 10rem"></div>`);
  await reader.expectReadable('a page without a fault', [largePhone, narrowPhone, largeDesktop]);
});
