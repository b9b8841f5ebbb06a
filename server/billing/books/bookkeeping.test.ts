import fc from 'fast-check';
import { vatOf } from '#contract/kernel/money.ts';
import { expect, test } from '#testing/harness.ts';
import { chargebackLines, chargeLines, refundLines, returnedLines, unwantedLines } from './bookkeeping.ts';
import type { EntryLine, PaymentBooks } from './bookkeeping.ts';

/** One payment as the refunds and the bank move it, with its books beside it. */
class Payment {
  readonly capturedCents: number;
  readonly vatPercent: number;
  readonly unwanted: boolean;
  readonly lines: EntryLine[] = [];
  readonly refunds: { cents: number; lines: EntryLine[] }[] = [];
  chargedBackCents = 0;

  constructor(capturedCents: number, vatPercent: number, unwanted: boolean) {
    this.capturedCents = capturedCents;
    this.vatPercent = vatPercent;
    this.unwanted = unwanted;
    this.lines.push(...(unwanted ? unwantedLines(capturedCents) : chargeLines(capturedCents, vatPercent)));
  }

  sum(...accounts: EntryLine['account'][]): number {
    return this.lines
      .filter(({ account }) => accounts.includes(account))
      .reduce((sum, { cents }) => sum + cents, 0);
  }

  get books(): PaymentBooks {
    return {
      unwanted: this.unwanted,
      vatPercent: this.vatPercent,
      goneCents: this.capturedCents - this.sum('processor'),
      chargedBackCents: this.chargedBackCents,
      reversedVat: this.sum('refunded_vat', 'charged_back_vat'),
      chargedBackVat: this.sum('charged_back_vat'),
    };
  }

  move({ what, part }: Move): void {
    const left = this.sum('processor');
    if (what === 'refund') {
      const cents = Math.ceil(left * part);
      if (cents === 0) return;
      const lines = refundLines(this.books, cents);
      this.refunds.push({ cents, lines });
      this.lines.push(...lines);
    } else if (what === 'return') {
      const [refund] = this.refunds.splice(Math.floor(part * this.refunds.length), 1);
      this.lines.push(...returnedLines(refund?.lines ?? []));
    } else {
      const cents = what === 'lose' ? Math.ceil(left * part) : -Math.ceil(this.chargedBackCents * part);
      this.lines.push(...chargebackLines(this.books, cents));
      this.chargedBackCents += cents;
    }
  }
}

const move = fc.record({
  what: fc.constantFrom('refund', 'refund', 'refund', 'return', 'lose', 'win'),
  part: fc.oneof(fc.constantFrom(0.999_999, 0.001), fc.double({ min: 0.001, max: 0.999_999, noNaN: true })),
});
type Move = typeof move extends fc.Arbitrary<infer Value> ? Value : never;

test('whatever goes back in whatever parts, no cent of tax is reversed twice or forgotten', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20_000 }),
      fc.constantFrom(17, 21, 22, 25.5, 27),
      fc.boolean(),
      fc.array(move, { maxLength: 30 }),
      (capturedCents, vatPercent, unwanted, moves) => {
        const payment = new Payment(capturedCents, vatPercent, unwanted);
        const charged = unwanted ? 0 : vatOf(capturedCents, vatPercent);
        for (const one of moves) {
          payment.move(one);
          const { reversedVat, chargedBackVat, goneCents } = payment.books;
          expect(payment.lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(0);
          expect(reversedVat).toBeLessThanOrEqual(charged);
          expect(Math.min(reversedVat, chargedBackVat, reversedVat - chargedBackVat)).toBeGreaterThanOrEqual(
            0,
          );
          if (goneCents === 0) expect(reversedVat).toBe(0);
          if (goneCents === capturedCents) expect(reversedVat).toBe(charged);
        }
        if (!unwanted) return;
        // Nothing but what we owe, and who has it.
        expect(payment.sum('processor', 'customer_liability')).toBe(0);
        expect(payment.lines.every(({ account }) => /^(processor|customer_liability)$/.test(account))).toBe(
          true,
        );
      },
    ),
    { numRuns: 500 },
  );
});

test('three parts of 19.90 reverse 3.59, where each rounded alone would be 3.60', () => {
  const payment = new Payment(1990, 22, false);
  const parts = [663, 663, 664].map((cents) => {
    const lines = refundLines(payment.books, cents);
    payment.lines.push(...lines);
    return lines.find(({ account }) => account === 'refunded_vat')?.cents;
  });
  expect(parts).toEqual([120, 119, 120]);
});
