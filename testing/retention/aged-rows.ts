import { DAY } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { paid } from '../billing/refunds.ts';
import type { Member } from '../world.ts';
import { inBooks } from './aged-books.ts';
import { aged, conversationOf, forgotten, hash, insert, present, reportOf, staffOf } from './make-aged.ts';
import type { AgedRows } from './make-aged.ts';

const ownOf = ({ brandId, accountId }: Member) => ({ brand_id: brandId, account_id: accountId });
const dayNumber = (at: Date) => Math.floor(at.getTime() / DAY);

/** For every period of the list, by what it is and in which table. */
export const agedRows: Record<string, AgedRows> = {
  'devices.arrival': forgotten('device_hash'),
  'origins.arrival': forgotten('origin_hash'),
  'withdrawals.withdrawal_origin': async (member, dates) => {
    const keys: string[] = [];
    for (const created_at of dates) {
      const { purchaseId } = await paid(member, { credits: 0 });
      const row = { brand_id: member.brandId, purchase_id: purchaseId, origin_hash: hash(), created_at };
      await insert(member.app.db, 'withdrawal_origin', row);
      keys.push(purchaseId);
    }
    return () => present(member.app.db, 'withdrawal_origin', 'purchase_id', keys);
  },
  'exports.data_export': async (member, dates) => {
    const { db } = member.app;
    const keys: string[] = [];
    for (const at of dates) {
      const id = newId();
      const expires_at = new Date(at.getTime() + 7 * DAY);
      await insert(db, 'data_export', { ...ownOf(member), id, status: 'ready', created_at: at, expires_at });
      keys.push(id);
    }
    return async () => {
      const rows = await db
        .selectFrom('data_export')
        .select(['id', 'status'])
        .where('id', 'in', keys)
        .execute();
      return keys.map((key) => rows.find(({ id }) => id === key)?.status === 'ready');
    };
  },
  'mails.mail': aged('mail', 'id', ({ brandId }, created_at, id) => ({
    id,
    brand_id: brandId,
    recipient: 'a@b.test',
    template: 'test',
    language: 'it',
    subject: 'Ciao',
    created_at,
  })),
  'bounces.undeliverable_address': aged(
    'undeliverable_address',
    'address_hash',
    ({ brandId }, created_at) => ({ brand_id: brandId, address_hash: hash(), created_at }),
  ),
  'notifications.notification': aged('notification', 'id', (member, sent_at, id) => ({
    ...ownOf(member),
    id,
    kind: 'like',
    subject_id: newId(),
    state: 'sent',
    channel: 'mail',
    topic: 'likes',
    created_at: sent_at,
    sent_at,
  })),
  'events.event': aged('event', 'id', ({ brandId }, at, id) => ({
    brand_id: brandId,
    id,
    at,
    type: 'test',
  })),
  'conversions.conversion': aged('conversion', 'id', ({ brandId }, at, id) => conversion(brandId, at, id)),
  'conversions.postback': aged('postback', 'id', async ({ app: { db }, brandId }, at, id) => {
    await insert(db, 'conversion', conversion(brandId, at, id));
    return {
      brand_id: brandId,
      id,
      conversion_id: id,
      target: 'network',
      outcome: 'sent',
      done_at: at,
      created_at: at,
    };
  }),
  'cookie_consents.cookie_consent': aged('cookie_consent', 'id', ({ brandId }, created_at, id) => ({
    brand_id: brandId,
    id,
    measurement: false,
    advertising: false,
    policy_version: '1',
    language: 'it',
    way: 'notice',
    device: '',
    created_at,
  })),
  'unsent_photos.chat_photo': aged('chat_photo', 'id', async (member, created_at, id) => {
    const { app, brandId, profileId } = member;
    const { high_id, low_id } = await app.db
      .selectFrom('conversation')
      .select(['low_id', 'high_id'])
      .where('id', '=', await conversationOf(member))
      .executeTakeFirstOrThrow();
    const to_id = low_id === profileId ? high_id : low_id;
    return { brand_id: brandId, id, from_id: profileId, to_id, width: 9, height: 9, created_at };
  }),
  'companion_use.companion_use': aged('companion_use', 'conversation_id', async (member, at) => ({
    brand_id: member.brandId,
    day: dayNumber(at),
    conversation_id: await conversationOf(member),
  })),
  'companion_use.companion_use_of_brand': aged('companion_use_of_brand', 'day', ({ brandId }, at) => ({
    brand_id: brandId,
    day: dayNumber(at),
  })),
  'reply_texts.reply_text': aged('reply_text', 'digest', async (member, at) => ({
    brand_id: member.brandId,
    digest: hash(),
    conversation_id: await conversationOf(member),
    at,
  })),
  'scheduled.scheduled_reply': aged('scheduled_reply', 'id', async (member, send_at, id) => ({
    brand_id: member.brandId,
    id,
    conversation_id: await conversationOf(member),
    staff_id: await staffOf(member),
    body: 'Ciao',
    send_at,
    after_number: 1,
    status: 'sent',
    created_at: send_at,
  })),
  'host_work.host_reply': aged('host_reply', 'message_id', async (member, at, message_id) => ({
    brand_id: member.brandId,
    message_id,
    staff_id: await staffOf(member),
    at,
    waited_seconds: 1,
  })),
  'host_work.quality_mark': aged('quality_mark', 'message_id', async (member, at, message_id) => {
    const staff_id = await staffOf(member);
    const reply = { brand_id: member.brandId, message_id, staff_id, at, waited_seconds: 1 };
    await insert(member.app.db, 'host_reply', reply);
    return { brand_id: member.brandId, message_id, marked_by: staff_id, stars: 4, at };
  }),
  'host_work.shift': aged('shift', 'id', async (member, ends_at, id) => ({
    id,
    brand_id: member.brandId,
    staff_id: await staffOf(member),
    starts_at: new Date(ends_at.getTime() - DAY / 24),
    ends_at,
  })),
  'evidence.report_message': aged('report_message', 'id', async (member, at, id) => ({
    brand_id: member.brandId,
    report_id: await reportOf(member, at),
    id,
    from_id: member.profileId,
    body: 'Ciao',
    at,
  })),
  'reports.report': async (member, dates) => {
    const keys: string[] = [];
    for (const at of dates) keys.push(await reportOf(member, at));
    return () => present(member.app.db, 'report', 'id', keys);
  },
  'banned_pictures.banned_picture': aged('banned_picture', 'hash', ({ brandId }, created_at) => ({
    brand_id: brandId,
    hash: String(created_at.getTime()),
    reason: 'nudity',
    created_at,
  })),
  'audit.audit': aged('audit', 'id', (_, at, id) => ({ id, at, actor_kind: 'system', action: 'test.done' })),
  'books.purchase': inBooks('purchase', 'id', 'purchaseId'),
  'books.purchase_consent': inBooks('purchase_consent', 'purchase_id', 'purchaseId'),
  'books.payment_attempt': inBooks('payment_attempt', 'id', 'attemptId'),
  'books.pending_document': inBooks('pending_document', 'attempt_id', 'attemptId'),
  'books.refund': inBooks('refund', 'attempt_id', 'attemptId'),
  'books.dispute': inBooks('dispute', 'attempt_id', 'attemptId'),
  'books.document': inBooks('document', 'purchase_id', 'purchaseId'),
  'books.money_entry': inBooks('money_entry', 'attempt_id', 'attemptId'),
  'books.payment_event': inBooks('payment_event', 'purchase_id', 'purchaseId'),
  'books.subscription': inBooks('subscription', 'id', 'subscriptionId'),
  'books.renewal_notice': inBooks('renewal_notice', 'subscription_id', 'subscriptionId'),
  'books.reconciliation': inBooks('reconciliation', 'day', 'day'),
  'books.reconciliation_difference': inBooks('reconciliation_difference', 'day', 'day'),
  'books.settlement_entry': inBooks('settlement_entry', 'day', 'day'),
  'books.payout': inBooks('payout', 'paid_on', 'day'),
  'books.bank_line': inBooks('bank_line', 'booked_on', 'day'),
  'payment_methods.payment_method': aged('payment_method', 'id', (member, retired_at, id) => ({
    ...ownOf(member),
    id,
    provider: 'adyen',
    token: id,
    kind: 'card',
    status: 'removed',
    retired_at,
  })),
  'jobs.job': aged('job', 'key', (_, work_failed_at, key) => ({
    task: 'test',
    payload: {},
    key,
    work_at: null,
    work_failed_at,
  })),
  'provider_events.provider_event': aged('provider_event', 'dedupe_key', (_, received_at, key) => ({
    provider: 'adyen',
    dedupe_key: key,
    event: '{}',
    state: 'done',
    received_at,
  })),
  'payment_blocks.payment_block': aged('payment_block', 'id', ({ brandId }, created_at, id) => ({
    brand_id: brandId,
    id,
    kind: 'email',
    stops: 'sales',
    value_hash: hash(),
    label: 'a@b.test',
    reason: 'test',
    created_at,
  })),
  'tombstones.erased_account': aged('erased_account', 'account_id', ({ brandId }, erased_at, account_id) => ({
    brand_id: brandId,
    account_id,
    erased_at,
  })),
  'tickets.ticket': aged('ticket', 'id', ({ brandId }, at, id) => ticket(brandId, at, id)),
  'tickets.ticket_message': aged('ticket_message', 'id', async ({ app: { db }, brandId }, at, id) => {
    await insert(db, 'ticket', ticket(brandId, at, id));
    return {
      brand_id: brandId,
      id,
      ticket_id: id,
      number: 1,
      author: 'writer',
      text: 'Ciao',
      created_at: at,
    };
  }),
};

function conversion(brandId: string, at: Date, id: string): object {
  return { brand_id: brandId, id, fact: 'lead', subject_id: id, amount_cents: 0, source: 'test', at };
}

function ticket(brandId: string, at: Date, id: string): object {
  const times = { since: at, created_at: at, updated_at: at };
  return {
    brand_id: brandId,
    id,
    email: 'a@b.test',
    language: 'it',
    topic: 'other',
    status: 'closed',
    preview: 'Ciao',
    message_count: 1,
    ...times,
  };
}
