import { useState } from 'react';
import { I18nextProvider } from 'react-i18next';
import { BrowserRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { OfflineError } from '#client/call.ts';
import { sampleBoot, sampleUser } from '#client/testing/sample-boot.ts';
import type { CardOnFile } from '#contract/billing/member-billing.ts';
import type { Quote } from '#contract/billing/orders.ts';
import type { PaymentOutcome } from '#contract/billing/payment-outcome.ts';
import pay from '#site/locales/it/pay.json';
import spending from '#site/locales/it/spending.json';
import { ShellContext, shellOf } from '#site/shell/boot.ts';
import { createTexts } from '#site/shell/i18n.ts';
import { openMember } from '#site/shell/member-query.ts';
import { sessionStore } from '#site/shell/session.ts';
import { PayForm } from './pay-form.tsx';
import { forgetTypedCard } from './typed-card.ts';
import type { Charge, Stage, Undecided } from './use-charge.ts';

const boot = sampleBoot('http://localhost', { paymentMethods: ['card', 'paypal', 'googlepay'] });
const quote: Quote = {
  kind: 'now',
  purchase: 'plan',
  productId: 'pack',
  name: '100 crediti',
  amountCents: 990,
  creditCents: 0,
  currency: 'EUR',
  credits: 100,
  renewalCents: null,
  period: null,
  renewsAt: null,
  vatPercent: 22,
  startsAt: 0,
};
const options = {
  rules: {
    rules: (['card', 'paypal', 'googlepay'] as const).map((method) => ({
      method,
      providers: ['adyen' as const],
    })),
    googlepay: null,
    applepay: null,
    sandbox: true,
  },
  onDevice: new Set<never>(),
};
const texts = await createTexts('it', ['shell', 'pay', 'spending', 'account', 'errors']);

const sent = vi.fn();
const payElsewhere = vi.fn(async () => undefined);

type PageProps = {
  onFile?: CardOnFile | null;
  refusedWith?: PaymentOutcome;
  refusal?: Charge['refusal'];
  open?: Undecided | null;
};

/** The form, at a bank that refuses everything for this reason. */
function Page({ onFile = null, refusedWith = 'generic', refusal = null, open = null }: PageProps) {
  const [stage, setStage] = useState<Stage>({ at: 'form', open, refused: null });
  const charge = {
    wasHeldBack: () => false,
    stage,
    refusal,
    payElsewhere,
    async pay(...payment: unknown[]) {
      sent(...payment);
      setStage({ at: 'form', open: null, refused: refusedWith });
      return false;
    },
  } as unknown as Charge;
  return <PayForm flow={boot.flow} quote={quote} options={options} onFile={onFile} charge={charge} />;
}

async function show(props: PageProps = {}): Promise<void> {
  await render(
    <I18nextProvider i18n={texts}>
      <ShellContext value={shellOf(boot)}>
        <BrowserRouter>
          <Page {...props} />
        </BrowserRouter>
      </ShellContext>
    </I18nextProvider>,
  );
}

const field = (label: string) => page.getByRole('textbox', { name: label, exact: true });
const method = (name: string) => page.getByRole('radio', { name, exact: true });
const buy = page.getByRole('button', { name: 'Ordine con obbligo di pagare' });
const notice = page.getByRole('alert');

async function typeCard(): Promise<void> {
  await field(pay.card.number).fill('4111111111111111');
  await field(pay.card.expiry).fill('0330');
  await field(pay.card.code).fill('737');
  await field(pay.card.firstName).fill('Anna');
  await field(pay.card.lastName).fill('Rossi');
}

sessionStore.set({ status: 'member', me: openMember(sampleUser({ trackerId: 'anna' })) });
afterEach(() => {
  forgetTypedCard();
  vi.clearAllMocks();
});

test('a card is typed; another method says what comes next and has nothing to fill in', async () => {
  await show();
  await expect.element(method(pay.methods.card)).toBeChecked();
  await method(pay.methods.paypal).click();
  await expect.element(page.getByText(pay.methods.paypalHint)).toBeVisible();
  await expect.element(field(pay.card.number)).not.toBeInTheDocument();
  await buy.click();
  await expect.poll(() => payElsewhere.mock.calls.length).toBe(1);
  expect(sent).not.toHaveBeenCalled();
});

test('what is kept is named for what it is', async () => {
  const kept: CardOnFile = {
    id: '0198c0de-0000-7000-8000-000000000002',
    kind: 'paypal',
    network: null,
    lastFour: null,
    expiryMonth: null,
    expiryYear: null,
  };
  await show({ onFile: kept });
  await expect.element(method('Metodo salvato: PayPal')).toBeChecked();
  await expect.element(method(pay.methods.card)).not.toBeChecked();
});

test('a refusal leaves what was typed, says that nothing was charged and offers another method', async () => {
  await show({ refusedWith: 'insufficient_funds' });
  await typeCard();
  await buy.click();
  await expect.element(notice.getByText(pay.outcomes.fundsShort.title)).toBeVisible();
  await expect.element(notice.getByText(new RegExp(pay.refused.nothingTaken))).toBeVisible();
  await expect.element(notice).toHaveFocus();
  await expect.element(field(pay.card.number)).toHaveValue('4111 1111 1111 1111');
  await expect.element(field(pay.card.lastName)).toHaveValue('Rossi');
  await notice.getByRole('button', { name: 'Paga con PayPal' }).click();
  await expect.element(method(pay.methods.paypal)).toBeChecked();
});

test('a refusal that is about a field marks it and goes there', async () => {
  await show({ refusedWith: 'invalid_cvc' });
  await typeCard();
  await buy.click();
  await expect.element(field(pay.card.code)).toHaveFocus();
  await expect
    .element(field(pay.card.code))
    .toHaveAccessibleDescription(expect.stringContaining(pay.faults.code));
  await userEvent.keyboard('1');
  await expect
    .element(field(pay.card.code))
    .not.toHaveAccessibleDescription(expect.stringContaining(pay.faults.code));
});

test('what is missing is said at its field, and nothing is sent', async () => {
  await show();
  await buy.click();
  await expect.element(field(pay.card.number)).toHaveFocus();
  await expect.element(page.getByText(pay.faults.lastName)).toBeVisible();
  expect(sent).not.toHaveBeenCalled();
});

test('a field that was left half typed says so at once, and an empty one does not', async () => {
  await show();
  await field(pay.card.number).fill('4111 1111');
  await field(pay.card.lastName).click();
  await expect.element(page.getByText(pay.faults.number)).toBeVisible();
  await expect.element(page.getByText(pay.faults.month)).not.toBeInTheDocument();
  await field(pay.card.number).fill('4111 1111 1111 1111');
  await field(pay.card.firstName).click();
  await expect.element(page.getByText(pay.faults.number)).not.toBeInTheDocument();
  await expect.element(page.getByText(pay.faults.lastName)).not.toBeInTheDocument();
});

test('a number in its groups hands over to the date, and the date to the code', async () => {
  await show();
  await field(pay.card.number).click();
  await userEvent.keyboard('41111111111111110330737');
  await expect.element(field(pay.card.firstName)).toHaveFocus();
  await expect.element(field(pay.card.number)).toHaveValue('4111 1111 1111 1111');
  await expect.element(field(pay.card.expiry)).toHaveValue('03/30');
  await expect.element(field(pay.card.code)).toHaveValue('737');
});

test('what a bank says of a field stands until that is changed, and the code is gone once it was sent', async () => {
  await show({ refusedWith: 'invalid_number' });
  await typeCard();
  await buy.click();
  await expect.element(field(pay.card.number)).toHaveFocus();
  await expect.element(field(pay.card.code)).toHaveValue('');
  await field(pay.card.code).fill('737');
  await expect
    .element(field(pay.card.number))
    .toHaveAccessibleDescription(expect.stringContaining(pay.faults.number));
  await notice.getByRole('button', { name: pay.refused.otherCard }).click();
  await expect.element(field(pay.card.number)).toHaveFocus();
  await expect.element(field(pay.card.number)).toHaveValue('');
  await expect.element(page.getByText(pay.faults.number)).not.toBeInTheDocument();
});

test('a wallet that cannot be opened says so, and can be tried again', async () => {
  payElsewhere.mockRejectedValueOnce(new OfflineError('no network'));
  await show();
  await method(pay.methods.paypal).click();
  await buy.click();
  await expect.element(notice).toBeVisible();
  await buy.click();
  await expect.poll(() => payElsewhere.mock.calls.length).toBe(2);
  await expect.element(notice).not.toBeInTheDocument();
});

test('without a network it says that nothing was charged, and no longer says so once the network is back', async () => {
  payElsewhere.mockRejectedValueOnce(new OfflineError('no network'));
  await show();
  await method(pay.methods.paypal).click();
  await buy.click();
  await expect.element(notice.getByText(spending.checkout.offline)).toBeVisible();
  window.dispatchEvent(new Event('online'));
  await expect.element(notice).not.toBeInTheDocument();
});

test('of a payment that is still open it does not say so', async () => {
  const open = { orderId: '0198c0de-0000-7000-8000-000000000003', why: 'left' } as const;
  await show({ refusal: { code: 'offline' }, open });
  await expect.element(notice.first()).toBeVisible();
  await expect.element(page.getByText(spending.checkout.offline)).not.toBeInTheDocument();
});
