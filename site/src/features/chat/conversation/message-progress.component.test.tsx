import type { ReactNode } from 'react';
import { I18nextProvider } from 'react-i18next';
import { MemoryRouter } from 'react-router';
import { beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import { setConnection } from '#client/socket-events.ts';
import { errors } from '#contract/kernel/errors.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { type Posted, post, startOutbox, useOutbox } from '../data/outbox.ts';
import { FailedNote } from './message-progress.tsx';

const MARCO = 'marco';
/** Another one in each test, so that nothing is left of the one before. */
let anna = '';

/** What Marco wrote to Anna and is not sent, each with why. */
function Unsent() {
  const unsent = useOutbox(MARCO, anna);
  return (
    <ul>
      {unsent.map((posted) => (
        <UnsentRow key={posted.id} posted={posted} />
      ))}
    </ul>
  );
}

function UnsentRow({ posted }: { posted: Posted }) {
  return (
    <li>
      <p>{posted.text}</p>
      {posted.state === 'failed' && <FailedNote posted={posted} name="Anna" />}
    </li>
  );
}

/** The messages that the server was sent, and how it answers the next ones. */
const sent: { id: string; msg: string }[] = [];
let refusal: Record<string, unknown> | 'lost' | null = null;

const link = async (name: string, wire: unknown): Promise<unknown> => {
  if (name !== 'chat') return { ok: true };
  const message = wire as { id: string; msg: string };
  sent.push(message);
  if (refusal === 'lost') throw new Error('socket has been disconnected');
  if (refusal) return { ok: false, error: { message: '', ...refusal } };
  const left = { creditiTotali: 3, creditiIcebreaker: 0 };
  return { ok: true, id: message.id, numero: sent.length, time: 1_000, avviso_telefono: false, ...left };
};

const write = (text: string) =>
  post({ trackerId: MARCO, profileId: anna, text, readyMade: false, photo: null });
const rows = page.getByRole('listitem');
const note = page.getByRole('alert');
const button = (name: string) => note.getByRole('button', { name });

let Page: (props: { children: ReactNode }) => ReactNode;

beforeAll(async () => {
  const texts = await createTexts('it', ['chat']);
  Page = ({ children }) => (
    <I18nextProvider i18n={texts}>
      <MemoryRouter>{children}</MemoryRouter>
    </I18nextProvider>
  );
});

beforeEach(async () => {
  anna = crypto.randomUUID();
  sent.length = 0;
  refusal = null;
  setConnection(link);
  onTestFinished(startOutbox(MARCO));
  await render(<Unsent />, { wrapper: Page });
});

test.each([
  ['chat.closed', 'a Anna non si può più scrivere', []],
  ['request.not_found', 'questo profilo non c’è più', []],
  ['profile.refused', 'il tuo profilo non è stato approvato', ['Vai al profilo', 'Riprova']],
  ['profile.locked', 'riservato a chi ha crediti o un piano', ['Vedi i piani', 'Riprova']],
  ['search.region_locked', 'Anna vive in un’altra regione', ['Vedi i piani', 'Riprova']],
  ['chat.photo_unknown', 'la foto non è più disponibile', ['Modifica']],
  ['request.too_large', 'il messaggio è troppo lungo', ['Modifica']],
  ['region.missing', 'in quale regione vivi', ['Indica la regione', 'Riprova']],
  ['server.fault', 'un problema da parte nostra', ['Riprova']],
] as const)('%s is said in the bubble, with what can be done', async (code, words, remedies) => {
  const { wire = code }: { status: number; wire?: string } = errors[code];
  refusal = { code: wire, id: 'x' };
  write('Ciao');
  await expect.poll(() => note.elements()[0]?.textContent).toContain(words);
  expect(
    note
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual([...remedies, 'Elimina']);
  await button('Elimina, Ciao').click();
  await expect.poll(() => rows.elements().length).toBe(0);
});

test('what failed goes out when it is tried again, once', async () => {
  refusal = { code: 'server.fault', id: 'x' };
  write('uno');
  await expect.element(note).toBeInTheDocument();
  refusal = null;
  await button('Riprova, uno').click();
  await expect.poll(() => rows.elements().length).toBe(0);
  expect(sent.map(({ msg }) => msg)).toEqual(['uno', 'uno']);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(1);
});

test('an acknowledgement that is lost leaves nothing to decide: both go out in order, each once', async () => {
  refusal = 'lost';
  write('uno');
  await expect.poll(() => sent.length).toBe(1);
  setConnection(null);
  write('due');
  await expect.poll(() => rows.elements().length).toBe(2);
  await expect.element(note).not.toBeInTheDocument();
  refusal = null;
  setConnection(link);
  await expect.poll(() => rows.elements().length).toBe(0);
  expect(sent.map(({ msg }) => msg)).toEqual(['uno', 'uno', 'due']);
  expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
});
