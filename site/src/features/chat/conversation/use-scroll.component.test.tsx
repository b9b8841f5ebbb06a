import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { page } from 'vitest/browser';
import type { Message } from '#contract/chat/messages.ts';
import { sampleMessage } from '#site/testing/sample-chat.ts';
import type { Posted } from '../data/outbox.ts';
import { useScroll } from './use-scroll.ts';

const HEIGHT = 300;
const ROW = 60;

type ThreadProps = { messages: readonly Message[]; posted?: readonly Posted[]; tall?: number };

const nothing: readonly Posted[] = [];

/** A conversation in a window of five rows, one of which may be as tall as three. */
function Thread({ messages, posted = nothing, tall }: ThreadProps) {
  const { scroller, content, onScroll, toEnd, fresh, isFar } = useScroll({
    messages,
    posted,
    firstUnreadId: null,
  });
  return (
    <>
      <div
        ref={scroller}
        role="region"
        aria-label="messages"
        onScroll={onScroll}
        style={{
          height: HEIGHT,
          overflowY: 'auto',
          display: 'flex',
          flexDirection: 'column-reverse',
          overflowAnchor: 'none',
        }}
      >
        <div ref={content}>
          {[...messages.map(({ number }) => number), ...posted.map(() => 0)].map((number) => (
            <div key={number} data-row={number} style={{ height: number === tall ? ROW * 3 : ROW }} />
          ))}
        </div>
      </div>
      <p>{isFar ? 'far from the end' : 'near the end'}</p>
      <button onClick={toEnd}>{`${fresh} new`}</button>
    </>
  );
}

const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => sampleMessage({ number: first + index }));
const hundred = from(101, 200);

const box = () => page.getByRole('region', { name: 'messages' }).element();
/** Where a row stands in the window. Undefined where it is not in the page. */
function topOf(number: number): number | undefined {
  const row = box().querySelector(`[data-row="${number}"]`);
  return row ? Math.round(row.getBoundingClientRect().top - box().getBoundingClientRect().top) : undefined;
}
const AT_END = HEIGHT - ROW;
/** The reader goes up, until the page has noticed. */
async function readAbove(): Promise<number> {
  box().scrollTop = -1_500;
  await expect.element(page.getByText('far from the end')).toBeInTheDocument();
  return 170;
}

test('opens at the end and follows what comes', async () => {
  const { rerender } = await render(<Thread messages={hundred} />);
  await expect.poll(() => topOf(200)).toBe(AT_END);
  await rerender(<Thread messages={[...hundred, ...from(201, 202)]} />);
  await expect.poll(() => topOf(202)).toBe(AT_END);
  await expect.element(page.getByRole('button', { name: '0 new' })).toBeInTheDocument();
});

test('stays where it is read when older messages come', async () => {
  const { rerender } = await render(<Thread messages={hundred} />);
  const read = await readAbove();
  const before = topOf(read);
  await rerender(<Thread messages={[...from(51, 100), ...hundred]} />);
  await expect.poll(() => topOf(51)).toBeDefined();
  expect(topOf(read)).toBe(before);
});

test('stays where it is read when new messages come, counts them, and leads to the end', async () => {
  const { rerender } = await render(<Thread messages={hundred} />);
  const read = await readAbove();
  const before = topOf(read);
  const own = sampleMessage({ number: 203, type: 'own' });
  await rerender(<Thread messages={[...hundred, ...from(201, 202), own]} />);
  const toEnd = page.getByRole('button', { name: '2 new' });
  await expect.element(toEnd).toBeInTheDocument();
  await expect.poll(() => topOf(read)).toBe(before);
  await toEnd.click();
  await expect.poll(() => topOf(203)).toBe(AT_END);
  await expect.element(page.getByRole('button', { name: '0 new' })).toBeInTheDocument();
});

test('stays where it is read when something below grows, such as a photo that has come', async () => {
  const { rerender } = await render(<Thread messages={hundred} />);
  const read = await readAbove();
  const before = topOf(read);
  await rerender(<Thread messages={hundred} tall={195} />);
  await expect.poll(() => box().querySelector('[data-row="195"]')?.clientHeight).toBe(ROW * 3);
  await expect.poll(() => topOf(read)).toBe(before);
});

test('after sending a message the view is at the end again', async () => {
  const { rerender } = await render(<Thread messages={hundred} />);
  await readAbove();
  const posted: Posted = {
    id: crypto.randomUUID(),
    trackerId: 'marco',
    profileId: 'anna',
    text: 'Ciao',
    readyMade: false,
    photo: null,
    quoted: null,
    at: Date.now(),
    state: 'waiting',
    sendsAt: null,
    reason: null,
  };
  await rerender(<Thread messages={hundred} posted={[posted]} />);
  await expect.poll(() => topOf(0)).toBe(AT_END);
});
