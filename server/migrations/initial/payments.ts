import { paymentMethods, providers } from '#contract/billing/providers.ts';
import { workColumns } from '#server/platform/work/columns.ts';

const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');
export const provider = `provider in (${listed(Object.keys(providers))})`;
export const methodKind = `kind in (${listed(paymentMethods)})`;
const outcome = `outcome in ('success', 'pending', 'check_failed', 'generic', 'try_again', 'authentication_required',
  'invalid_cvc', 'insufficient_funds', 'lost_or_stolen', 'invalid_expiry_month', 'invalid_expiry_year', 'expired_card',
  'already_declined', 'processing_error', 'card_declined', 'invalid_number', 'address_blocked')`;

/**
 * Money. Its rows outlive the account they belong to, because books must be kept: so they name it without pointing at
 * it, and hold nothing that says who it was.
 */
export const paymentTables = [
  // Something to be paid, by the member at a page or by us when a period begins. It is what other systems call an
  // order, and for a renewal an invoice: there is one to a period.
  `create table purchase (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    kind text not null check (kind in ('plan', 'upgrade', 'verification', 'card', 'renewal')),
    -- None for another card.
    product_id text,
    version integer,
    flow_id text not null check (length(flow_id) <= 32),
    language text not null check (language ~ '^[a-z]{2}$'),
    country text not null check (country ~ '^[a-z]{2}$'),
    -- Where the buyer lives for the tax, at which rate and by what evidence. The brand's country where missing.
    vat_country text check (vat_country ~ '^[a-z]{2}$'),
    vat_basis_points smallint check (vat_basis_points between 0 and 5000),
    vat_evidence jsonb check (length(vat_evidence::text) <= 500),
    amount_cents integer not null check (amount_cents >= 0),
    -- Taken off for the unused part of the plan that this one replaces.
    credit_cents integer not null default 0 check (credit_cents >= 0),
    credits integer not null default 0 check (credits >= 0),
    -- An offer for a first purchase, and the card by which it was had: by one card it is had once.
    first_offer boolean not null default false,
    offer_card bytea check (length(offer_card) = 32),
    state text not null default 'created'
      check (state in ('created', 'awaiting_payment', 'paid', 'fulfilled', 'failed', 'expired')),
    -- Of the token that pays it. It is good once: paying uses it up.
    token_hash bytea unique check (length(token_hash) = 32),
    token_used_at timestamptz,
    expires_at timestamptz,
    -- The plan it began, bettered or renewed.
    subscription_id uuid,
    period integer,
    -- The order that it was added to.
    added_to uuid,
    fulfilled_at timestamptz,
    -- For the index of these alone. One by their states would look free to a query for a single order: it was empty
    -- when the database last counted, and so it would go through all that are unfinished for each.
    unfinished boolean not null generated always as (state in ('created', 'awaiting_payment', 'paid')) stored,
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    foreign key (brand_id, product_id, version) references plan (brand_id, product_id, version),
    foreign key (brand_id, subscription_id) references subscription (brand_id, id),
    check ((product_id is null) = (version is null)),
    check ((state = 'fulfilled') = (fulfilled_at is not null))
  ) with (fillfactor = 80)`,
  `create unique index purchase_of_period on purchase (brand_id, subscription_id, period) where kind = 'renewal'`,
  `create index purchase_of_account on purchase (brand_id, account_id, created_at desc, id desc)`,
  `create index purchase_of_subscription on purchase (brand_id, subscription_id) where subscription_id is not null`,
  // How often each version of a plan was bought.
  `create index purchase_sold on purchase (brand_id, product_id, version)
    where fulfilled_at is not null and kind <> 'renewal'`,
  `create index purchase_unfinished on purchase (created_at) where unfinished`,
  // Two accounts that pay with one card at the same moment: the second finds out here.
  `create unique index purchase_offer_card on purchase (brand_id, offer_card) where offer_card is not null`,

  // What was agreed to, word for word, when the button was pressed.
  `create table purchase_consent (
    brand_id uuid not null,
    purchase_id uuid not null,
    account_id uuid not null,
    button text not null check (length(button) between 1 and 200),
    terms text not null check (length(terms) between 1 and 6000),
    text_hash bytea not null check (length(text_hash) = 32),
    amount_cents integer not null check (amount_cents >= 0),
    renewal_cents integer check (renewal_cents >= 0),
    period text check (period in ('day', 'week', 'month', 'quarter', 'year')),
    -- Asked that the service begin at once, before the time to withdraw is over.
    immediate boolean not null,
    -- That what is paid with is kept, and for what: the plan's renewals, or later clicks.
    keeps_for text check (keeps_for in ('renewals', 'clicks')),
    language text not null check (language ~ '^[a-z]{2}$'),
    ip inet,
    user_agent text check (length(user_agent) <= 400),
    created_at timestamptz not null default now(),
    primary key (brand_id, purchase_id),
    foreign key (brand_id, purchase_id) references purchase (brand_id, id)
  )`,

  // One try to get it paid. It is committed before the provider is asked, and its id is the provider's idempotency key.
  `create table payment_attempt (
    brand_id uuid not null,
    id uuid not null,
    purchase_id uuid not null,
    account_id uuid not null,
    provider text not null check (${provider}),
    method text not null check (method in (${listed(['on_file', ...paymentMethods])})),
    initiated_by text not null check (initiated_by in ('member', 'merchant')),
    amount_cents integer not null check (amount_cents >= 0),
    state text not null default 'created' check (state in ('created', 'requires_action', 'processing', 'unknown',
      'declined', 'error', 'authorised', 'captured', 'partially_refunded', 'refunded', 'charged_back')),
    outcome text check (${outcome}),
    -- What the card's network said about charging it again: never, or the hours to wait.
    advice text check (advice ~ '^(never|[1-9][0-9]{0,3})$'),
    -- The provider's name for it.
    reference text check (length(reference) between 1 and 200),
    -- What the browser has to do at the provider's, without anything of a card.
    step jsonb,
    payment_method_id uuid,
    -- What the provider was asked to keep it for, with its owner's yes. Whatever it keeps unasked is not put on file.
    keeps_for text check (keeps_for in ('renewals', 'clicks')),
    network text check (length(network) <= 20),
    last_four text check (last_four ~ '^[0-9]{4}$'),
    fingerprint bytea check (length(fingerprint) = 32),
    -- Of the card, or of the payer's account, where the provider tells: evidence for the tax, which it does not change any more.
    payer_country text check (payer_country ~ '^[a-z]{2}$'),
    captured_cents integer not null default 0 check (captured_cents >= 0),
    refunded_cents integer not null default 0 check (refunded_cents >= 0),
    charged_back_cents integer not null default 0 check (charged_back_cents >= 0),
    captured_at timestamptz,
    -- The day in whose settlement report the processor names it.
    reported_on text check (reported_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    -- When it was about to be sent to its provider, written before it was. Without it, it certainly never was.
    sent_at timestamptz,
    -- When it was last sent once more, under the same name: only while its purchase awaited payment.
    resent_at timestamptz,
    created_at timestamptz not null default now(),
    -- When the provider is asked what became of it, and how often it was.${workColumns(false)},
    primary key (brand_id, id),
    foreign key (brand_id, purchase_id) references purchase (brand_id, id),
    check (refunded_cents + charged_back_cents <= captured_cents),
    check ((captured_at is not null) = (state in ('captured', 'partially_refunded', 'refunded', 'charged_back')))
  ) with (fillfactor = 70)`,
  `create unique index payment_attempt_open on payment_attempt (brand_id, purchase_id)
    where state in ('created', 'requires_action', 'processing', 'unknown', 'authorised')`,
  `create index payment_attempt_of_purchase on payment_attempt (brand_id, purchase_id)`,
  // Providers know neither brands nor hostnames: what they tell of is found by its id alone.
  `create index payment_attempt_by_id on payment_attempt (id)`,
  `create index payment_attempt_by_reference on payment_attempt (provider, reference) where reference is not null`,
  `create index payment_attempt_due on payment_attempt (provider, work_at) where work_at is not null`,
  `create index payment_attempt_failing on payment_attempt (work_at) where work_error is not null and work_at is not null`,
  `create index payment_attempt_failed on payment_attempt (work_failed_at) where work_failed_at is not null`,
  // Not by `sent_at`: so that noting it touches no index.
  `create index payment_attempt_unsent on payment_attempt (work_at) where state = 'created' and work_at is not null`,
  // First-purchase offers and withdrawals are counted by the card as well.
  `create index payment_attempt_of_card on payment_attempt (brand_id, fingerprint)
    where fingerprint is not null and captured_at is not null`,
  // What an account has spent since then, and what of it is not decided yet.
  `create index payment_attempt_of_account on payment_attempt (brand_id, account_id, captured_at)`,
  // Those who look up a payment know the end of the card's number and what was taken.
  `create index payment_attempt_by_last_four on payment_attempt (last_four, amount_cents)
    where last_four is not null and captured_at is not null`,
  `create index payment_attempt_by_day on payment_attempt (provider, captured_at) where captured_at is not null`,

  // Receipts and credit notes that are to be issued, or will turn out not to be needed. A queue does that, so that no payer
  // waits for a number. A table of its own: to note it in the attempt would write each of its indexes once more.
  `create table pending_document (
    brand_id uuid not null,
    -- Of the attempt, of the refund, or of the transaction in the books that it is about.
    id uuid not null,
    cause text not null check (cause in ('payment', 'refund', 'taken_back', 'returned')),
    attempt_id uuid not null,${workColumns()},
    primary key (brand_id, id)
  )`,
  `create index pending_document_due on pending_document (work_at) where work_at is not null`,
  `create index pending_document_failing on pending_document (work_at) where work_error is not null and work_at is not null`,
  `create index pending_document_failed on pending_document (work_failed_at) where work_failed_at is not null`,

  `create table refund (
    brand_id uuid not null,
    id uuid not null,
    attempt_id uuid not null,
    purchase_id uuid not null,
    account_id uuid not null,
    provider text not null check (${provider}),
    amount_cents integer not null check (amount_cents > 0),
    reason text not null check (reason in ('withdrawal', 'left', 'support', 'cancelled', 'late', 'duplicate', 'replaced')),
    state text not null default 'created' check (state in ('created', 'sent', 'unknown', 'done', 'failed')),
    reference text check (length(reference) between 1 and 200),
    -- Message credits that went back with it, and those that were used already and are written off.
    credits_taken integer not null default 0 check (credits_taken >= 0),
    credits_written_off integer not null default 0 check (credits_written_off >= 0),
    done_at timestamptz,
    -- The day of the provider's report that named it.
    reported_on text check (reported_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    created_at timestamptz not null default now(),
    -- When it is sent or asked about, and how often it was since it came to its state.${workColumns()},
    primary key (brand_id, id),
    foreign key (brand_id, attempt_id) references payment_attempt (brand_id, id),
    foreign key (brand_id, purchase_id) references purchase (brand_id, id)
  )`,
  `create index refund_of_attempt on refund (brand_id, attempt_id)`,
  `create index refund_failed on refund (created_at) where state = 'failed'`,
  `create index refund_by_id on refund (id)`,
  // The refunds of the last months, for the page that says how many there were.
  `create index refund_done on refund (brand_id, done_at) include (amount_cents) where done_at is not null`,
  `create index refund_of_withdrawals on refund (brand_id, created_at) where reason in ('withdrawal', 'cancelled')`,
  `create index refund_by_reference on refund (reference) where reference is not null`,
  `create index refund_due on refund (provider, work_at) where work_at is not null`,
  `create index refund_failing on refund (work_at) where work_error is not null and work_at is not null`,
  `create index refund_given_up on refund (work_failed_at) where work_failed_at is not null`,

  // From which device and network the account came that withdrew, as a keyed hash: for a year, and whether or not there
  // is still such an account.
  `create table withdrawal_origin (
    brand_id uuid not null,
    purchase_id uuid not null,
    origin_hash bytea not null check (length(origin_hash) = 32),
    created_at timestamptz not null,
    primary key (brand_id, purchase_id),
    foreign key (brand_id, purchase_id) references purchase (brand_id, id)
  )`,
  `create index withdrawal_origin_by_hash on withdrawal_origin (brand_id, origin_hash)`,
  `create index withdrawal_origin_by_time on withdrawal_origin (created_at)`,

  `create table dispute (
    brand_id uuid not null,
    id uuid not null,
    attempt_id uuid not null,
    reference text not null check (length(reference) between 1 and 200),
    amount_cents integer not null check (amount_cents >= 0),
    state text not null check (state in ('announced', 'lost', 'reversed', 'lost_again')),
    reported_on text check (reported_on ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    created_at timestamptz not null default now(),
    changed_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (brand_id, attempt_id, reference),
    foreign key (brand_id, attempt_id) references payment_attempt (brand_id, id)
  )`,

  // What operators have turned off of a provider. Every node reads it again when it is notified.
  `create table provider_switch (
    provider text not null check (${provider}),
    -- Missing where it holds for all brands.
    brand_id uuid references brand,
    stops text not null check (stops in ('nothing', 'charges', 'everything')),
    reason text not null check (length(reason) between 1 and 300),
    -- Missing where it was the command line.
    staff_id uuid,
    changed_at timestamptz not null,
    unique nulls not distinct (provider, brand_id),
    -- Refunds and questions go over a connection that all brands share.
    check (brand_id is null or stops <> 'everything')
  )`,

  // What providers report, in their own words. One that comes twice is kept once; one that comes before what it is
  // about waits for it.
  `create table provider_event (
    provider text not null check (${provider}),
    dedupe_key text not null check (length(dedupe_key) between 1 and 300),
    event jsonb not null,
    -- In these states of the attempt that it is about it says nothing new.
    known_in text[] not null default '{}',
    -- Unmatched is money that moved there and that our books know nothing of. Reconciling shows it.
    state text not null default 'new' check (state in ('new', 'done', 'parked', 'ignored', 'unmatched')),
    received_at timestamptz not null default now(),
    done_at timestamptz,${workColumns()},
    primary key (provider, dedupe_key)
  )`,
  `create index provider_event_due on provider_event (provider, work_at) where work_at is not null`,
  `create index provider_event_failing on provider_event (work_at) where work_error is not null and work_at is not null`,
  `create index provider_event_failed on provider_event (work_failed_at) where work_failed_at is not null`,
  `create index provider_event_open on provider_event (received_at) where state in ('new', 'parked', 'unmatched')`,

  // What was reported of a charge, for its timeline: by our id of it, which most repeat, else by the provider's.
  `create index provider_event_of_attempt on provider_event ((event->>'attemptId'))
    where event->>'attemptId' is not null`,
  `create index provider_event_by_reference on provider_event (provider, (event->>'reference'))
    where event->>'attemptId' is null`,

  `create table payment_block (
    brand_id uuid not null references brand,
    id uuid not null,
    kind text not null check (kind in ('email', 'address', 'card', 'account')),
    -- New sales alone, or every charge: also renewals, and what is owed.
    stops text not null check (stops in ('sales', 'charges')),
    value_hash bytea not null check (length(value_hash) = 32),
    label text not null check (length(label) between 1 and 100),
    reason text not null check (length(reason) between 1 and 300),
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (brand_id, kind, value_hash)
  )`,
];
