import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Confirm } from './confirm.tsx';
import { LongText } from './long-text.tsx';
import { Tabs } from './tabs.tsx';

const done = vi.fn();
beforeEach(() => done.mockClear());

function Page({ busy = false }: { busy?: boolean }) {
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <>
      <button onClick={() => setAsked('mail.send')}>Discard</button>
      <Confirm
        open={asked !== null}
        title="Discard this job?"
        text={`${asked} will never run.`}
        action="Discard it"
        cancel="Leave it"
        danger
        busy={busy}
        onConfirm={done}
        onClose={() => setAsked(null)}
      />
    </>
  );
}

const question = page.getByRole('alertdialog', { name: 'Discard this job?' });
const ask = page.getByRole('button', { name: 'Discard', exact: true });

test('a question begins at the way out, and gives the focus back', async () => {
  await render(<Page />);
  await ask.click();
  await expect.element(question).toHaveAccessibleDescription('mail.send will never run.');
  await expect.element(question.getByRole('button', { name: 'Leave it' })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(ask).toHaveFocus();
  expect(done).not.toHaveBeenCalled();
});

test('what is asked is done by its own button alone', async () => {
  await render(<Page />);
  await ask.click();
  await expect.element(question.getByRole('button', { name: 'Leave it' })).toHaveFocus();
  await userEvent.keyboard('{Tab}{Enter}');
  await expect.poll(() => done.mock.calls.length).toBe(1);
});

test('while it is being done it cannot be closed', async () => {
  await render(<Page busy />);
  await ask.click();
  await expect.element(question).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect
    .element(question.getByRole('button', { name: 'Discard it' }))
    .toHaveAttribute('aria-busy', 'true');
  await expect.element(question).toBeVisible();
});

function Lists() {
  const [tab, setTab] = useState<'open' | 'closed'>('open');
  return (
    <Tabs
      label="Reports"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: 'open', label: 'Open', content: <p>Two reports</p> },
        { value: 'closed', label: 'Closed', content: <p>Nothing</p> },
      ]}
    />
  );
}

test('tabs are walked with the arrows, and show one panel', async () => {
  await render(<Lists />);
  const open = page.getByRole('tab', { name: 'Open' });
  const closed = page.getByRole('tab', { name: 'Closed' });
  await expect.element(open).toHaveAttribute('aria-selected', 'true');
  await userEvent.keyboard('{Tab}');
  await expect.element(open).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(closed).toHaveFocus();
  await expect.element(closed).toHaveAttribute('aria-selected', 'true');
  await expect.element(page.getByRole('tabpanel', { name: 'Closed' })).toHaveTextContent('Nothing');
  await expect.element(page.getByText('Two reports')).not.toBeInTheDocument();
});

test('a long text shows its first line, and each button says whose rest it shows', async () => {
  await render(
    <>
      <LongText text={'Connection refused\nat connect'} more="Show all" less="Show less" />
      <LongText text="Short" more="Show all" less="Show less" />
    </>,
  );
  expect(document.body.textContent).not.toContain('at connect');
  await page.getByRole('button', { name: 'Show all: Connection refused' }).click();
  await expect.poll(() => document.body.textContent).toContain('at connect');
  const less = page.getByRole('button', { name: 'Show less: Connection refused' });
  await expect.element(less).toHaveAttribute('aria-expanded', 'true');
  await expect.poll(() => page.getByRole('button').elements().length).toBe(1);
});
