import { readMajorUnits, readJson, readOwnId, storedToken } from '../answers.ts';
import { BadSignature } from '../provider.ts';
import type { ProviderEvent, Webhook } from '../provider.ts';
import { isUndecided, readDecision } from './verdicts.ts';
import { isSigned, transaction } from './requests.ts';
import type { Transaction } from './requests.ts';

export function readCallback({ headers, body }: Webhook, privateKey: string): ProviderEvent[] {
  const signature = headers['x-signature'];
  if (typeof signature !== 'string' || !isSigned(body, signature, privateKey)) {
    throw new BadSignature('Maxpay did not sign this');
  }
  const told = readJson(body.toString('utf8'), transaction) ?? readForm(body.toString('utf8'));
  return told ? [readEvent(told)] : [];
}

function readForm(text: string): Transaction | undefined {
  return transaction.safeParse(Object.fromEntries(new URLSearchParams(text))).data;
}

function readEvent(told: Transaction): ProviderEvent {
  const { transaction_unique_id: name, transaction_type: type = 'SALE', reference = null } = told;
  const ours = readOwnId(name);
  const dedupeKey = [type, name, reference, told.status, told.code].join(' ');
  const about = { dedupeKey, attemptId: ours, reference };
  const other: ProviderEvent = { kind: 'other', ...about, name: type };
  const amountCents = told.amount ? readMajorUnits(told.amount) : undefined;
  if (type.startsWith('CHARGEBACK')) {
    // Unconfirmed: how Maxpay tells of a chargeback is not public.
    if (!reference || amountCents === undefined) return other;
    const change = type === 'CHARGEBACK' ? 'lost' : 'reversed';
    return { kind: 'dispute', ...about, disputeReference: reference, amountCents, change };
  }
  if (type === 'REFUND') {
    if (!reference || amountCents === undefined || isUndecided(told)) return other;
    const succeeded = told.status === 'success' && told.code === 0;
    const refund = { refundId: ours, refundReference: reference, amountCents, succeeded };
    return { kind: 'refund', dedupeKey, attemptId: null, reference: null, ...refund };
  }
  if (!/^(SALE|AUTH)(3D)?$/.test(type)) return other;
  const verdict = readDecision(told, undefined, told.token ? storedToken(told.token) : null);
  return verdict ? { kind: 'charge', ...about, verdict } : other;
}
