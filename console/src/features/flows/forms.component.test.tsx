import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { answer, resetConsole, serveCalls, showPage, signedInAs } from '#console/testing/console-page.tsx';
import { listPictures } from '#contract/staff/brand-making.ts';
import { FlowForm } from './flow-form/flow-form.tsx';
import { type Content, objectOf } from './form/content.ts';
import { findFieldProblems } from './form/validate.ts';
import type { KnownPlan } from './known-plan.ts';
import { PlanForm } from './plan-form.tsx';

const plan = (productId: string, name: string): KnownPlan => ({
  productId,
  name,
  totalCents: 2990,
  period: 'month',
  isLive: true,
  isHidden: false,
});
const plans = [
  plan('vip-month', 'VIP un mese'),
  plan('vip-year', 'VIP un anno'),
  plan('vip-week', 'Settimana'),
];

const flow: Content = {
  id: '7',
  name: 'Default',
  freeMessages: 3,
  icebreakerCredits: 2,
  likeCredits: 10,
  messageValue: 10,
  paymentMethods: ['card'],
  quickLook: { toProfile: false, toChat: false },
  plans: { plain: [], standard: ['vip-month', 'vip-year'], credits: [], verification: [] },
};
const month: Content = {
  productId: 'vip-month',
  name: { it: 'VIP un mese' },
  priceCents: 2990,
  totalCents: 2990,
  credits: 0,
  level: 2,
  period: 'month',
};

/** What the form has made of the draft. */
let written: Content = {};
const noted = (content: Content) => {
  written = content;
  return content;
};

beforeEach(() => {
  resetConsole();
  serveCalls([
    signedInAs('brand_manager'),
    ['GET', /\/pictures$/, () => answer(listPictures, { pictures: [] })],
  ]);
});
afterEach(() => void vi.unstubAllGlobals());

function FlowPage() {
  const [content, setContent] = useState(flow);
  const problems = findFieldProblems('flow', content);
  return (
    <FlowForm
      {...{ brand: 'lunaria', content, problems, plans, serverProblems: [] }}
      onChange={(next) => setContent(noted(next))}
    />
  );
}

function PlanPage() {
  const [content, setContent] = useState(month);
  const problems = findFieldProblems('plan', content);
  return (
    <PlanForm
      {...{ content, problems, plans, serverProblems: [] }}
      onChange={(next) => setContent(noted(next))}
    />
  );
}

const show = (Component: () => React.ReactElement) => showPage([{ path: '/flows', Component }], '/flows');
const offered = () => objectOf(written['plans'])['standard'];

test('plans are put in order by keys, which is said, and the one that was moved keeps the focus', async () => {
  const screen = await show(FlowPage);
  const list = screen.getByRole('group', { name: 'Piani', exact: true });
  const handle = list.getByRole('button', { name: 'Sposta VIP un anno' });
  (handle.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowUp}');
  expect(offered()).toEqual(['vip-year', 'vip-month']);
  await expect.element(list.getByText('VIP un anno è ora al posto 1 di 2.')).toBeInTheDocument();
  await expect.element(handle).toHaveFocus();

  await list.getByRole('button', { name: 'Togli VIP un mese' }).click();
  await list.getByRole('button', { name: 'Aggiungi un piano o pacchetto' }).click();
  await screen.getByRole('menuitem', { name: /^Settimana/ }).click();
  expect(offered()).toEqual(['vip-year', 'vip-week']);
});

test('a plan is dragged to its place', async () => {
  const screen = await show(FlowPage);
  const list = screen.getByRole('group', { name: 'Piani', exact: true });
  await userEvent.dragAndDrop(
    list.getByRole('button', { name: 'Sposta VIP un mese' }),
    list.getByRole('listitem').nth(1),
  );
  await vi.waitFor(() => expect(offered()).toEqual(['vip-year', 'vip-month']));
});

test('what is wrong stands beside its field and at its step, and what was typed stays', async () => {
  const screen = await show(FlowPage);
  const field = screen.getByRole('textbox', { name: 'Crediti per messaggio' });
  await field.fill('dieci');
  await expect.element(field).toHaveAccessibleDescription(/Così non si può leggere/);
  await expect.element(field).toHaveValue('dieci');
  await expect.element(screen.getByRole('link', { name: /Si guarda intorno.*1 errore/ })).toBeInTheDocument();
  await field.fill('12');
  await expect.element(field).not.toBeInvalid();
  expect(written['messageValue']).toBe(12);
});

test('words of a paywall are kept by languages, and are the usual ones again once they are cleared', async () => {
  const screen = await show(FlowPage);
  await screen.getByText('Crediti finiti').click();
  const details = screen.getByText('Crediti finiti').element().closest('details') as HTMLElement;
  const title = details.querySelector<HTMLInputElement>('input[lang=it]');
  if (!title) throw new Error('no field for the heading');
  await userEvent.fill(title, 'Ancora due righe?');
  expect(written['paywalls']).toEqual({ out_of_credits: { title: { it: 'Ancora due righe?' } } });
  await userEvent.fill(title, '');
  expect(objectOf(written['paywalls'])['out_of_credits']).toBeUndefined();
});

test('a price is kept in cents however it is typed, and says what a buyer pays now and later', async () => {
  const screen = await show(PlanPage);
  const total = screen.getByRole('textbox', { name: 'Addebito, €' });
  await total.fill('31,5');
  await expect.element(total).toHaveValue('31,5');
  expect(written['totalCents']).toBe(3150);
  await expect.element(screen.getByText(/paga oggi 31,50\s€, poi 31,50\s€ ogni mese/)).toBeVisible();
  await screen.getByRole('combobox', { name: 'Si rinnova' }).selectOptions('Una volta, non si rinnova');
  await expect.element(screen.getByText(/paga 31,50\s€ una volta/)).toBeVisible();
  expect('period' in written).toBe(false);
});

test('a plan that renews and grants credits must say what they cost', async () => {
  const screen = await show(PlanPage);
  await screen.getByRole('textbox', { name: 'Crediti', exact: true }).fill('50');
  const price = screen.getByRole('textbox', { name: 'Di cui per i crediti, €' });
  await expect.element(price).toHaveAccessibleDescription(/dice quanto costano/);
  await price.fill('2,50');
  await expect.element(price).not.toBeInvalid();
});
