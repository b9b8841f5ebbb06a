import { allKinds, channels, unsentReasons } from '#contract/notification/kinds.ts';
import { defaultNotificationSettings } from '#contract/notification/settings.ts';
import { workColumns } from '#server/platform/work/columns.ts';

/** What members learn outside the page: what waits to be sent, how they want it, and where it can go. */
const listOf = (words: readonly string[]) => words.map((word) => `'${word}'`).join(', ');
const { quiet } = defaultNotificationSettings;

export const notificationTables = [
  // One row for each thing that a member may have to be notified of. It names the event; the words are read when it is
  // sent, so that nothing is said that is no longer so.
  `create table notification (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    kind text not null check (kind in (${listOf(allKinds)})),
    -- Who wrote, liked or visited; of a kind about the account the thing itself, such as an entry of the ledger.
    subject_id uuid not null,
    -- due: it was not looked at yet, or it waits for a better time. ready: the channel is chosen. unknown: the node or the
    -- provider went away in the middle, and saying it twice would be worse than not. unsent: it does not go out, for a
    -- reason that the member may ask support about.
    state text not null default 'due' check (state in ('due', 'ready', 'sent', 'unknown', 'unsent')),
    channel text check (channel in (${listOf(channels)})),
    -- What it is about, as the receiver reads it: of two about the same, the first speaks of both.
    topic text check (length(topic) between 1 and 60),
    -- How often it was sent by the channels before, and at its end by any.
    attempts smallint not null default 0,
    -- Its sender went away, and may have sent it.
    abandoned boolean not null default false,
    -- A page of the member is open, where they can read it: it waits for longer, or until that page is closed.
    in_page boolean not null default false,
    unsent_reason text check (unsent_reason in (${listOf(unsentReasons)})),
    created_at timestamptz not null,
    sent_at timestamptz,
    unsent_at timestamptz,${workColumns(false)},
    primary key (brand_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade,
    check ((state in ('due', 'ready')) = (work_at is not null)),
    check ((state in ('ready', 'sent', 'unknown')) = (channel is not null)),
    check ((channel is null) = (topic is null)),
    check ((state = 'unsent') = (unsent_reason is not null)),
    check ((state = 'unsent') = (unsent_at is not null)),
    check ((state in ('sent', 'unknown')) = (sent_at is not null)),
    check (not in_page or state = 'due')
  )`,
  // Ten messages of one person are one notification. One that is being decided on may not hold the newest of them.
  `create unique index notification_once on notification (brand_id, account_id, kind, subject_id)
    where state = 'due' and work_lease is null`,
  `create unique index notification_ready_once on notification (brand_id, account_id, topic)
    where state = 'ready' and work_lease is null`,
  `create index notification_held on notification (brand_id, account_id, topic) where work_lease is not null`,
  `create index notification_due on notification (work_at) where state = 'due' and work_at is not null`,
  `create index notification_ready on notification (channel, work_at) where state = 'ready' and work_at is not null`,
  `create index notification_failing on notification (work_at) where work_error is not null and work_at is not null`,
  `create index notification_failed on notification (work_failed_at) where work_failed_at is not null`,
  // How much a member was sent lately.
  `create index notification_sent on notification (brand_id, account_id, sent_at) where sent_at is not null`,
  // What support is shown of those that were not sent, and which of them are old.
  `create index notification_unsent on notification (brand_id, account_id, unsent_at) where unsent_at is not null`,
  `create index notification_by_unsent on notification (unsent_at) where unsent_at is not null`,
  // An erased member is named in none of them.
  `create index notification_by_subject on notification (brand_id, subject_id)`,
  `create index notification_by_sent on notification (sent_at) where sent_at is not null`,

  // How a member wants to be notified. Members who never chose have no row.
  `create table notification_settings (
    brand_id uuid not null,
    account_id uuid not null,
    -- By kind, and only what was chosen: how soon it is sent, and whether by mail.
    pace jsonb not null default '{}' check (jsonb_typeof(pace) = 'object' and length(pace::text) <= 1000),
    mail jsonb not null default '{}' check (jsonb_typeof(mail) = 'object' and length(mail::text) <= 1000),
    -- Hours of the day where they live. The same twice: at any time.
    quiet_from smallint not null default ${quiet.from} check (quiet_from between 0 and 23),
    quiet_to smallint not null default ${quiet.to} check (quiet_to between 0 and 23),
    -- When members last said themselves which mails they want.
    mail_chosen_at timestamptz,
    primary key (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,

  // What a brand signs its push messages with (VAPID). Devices are bound to the public half, so it is made once.
  `create table push_key (
    brand_id uuid primary key references brand,
    public_key text not null check (length(public_key) = 87),
    wrapped_private_key text not null check (length(wrapped_private_key) <= 1000),
    created_at timestamptz not null default now()
  )`,
  // A device that gets push messages. It goes with the session that it was saved in: after signing out it gets no more.
  `create table push_token (
    brand_id uuid not null,
    -- Of the address at the push service, so that a device is there once.
    token_hash bytea not null check (length(token_hash) = 32),
    account_id uuid not null,
    session_id uuid not null,
    -- The JSON of the browser's PushSubscription, without what we do not need.
    token text not null check (length(token) between 1 and 4096),
    created_at timestamptz not null,
    primary key (brand_id, token_hash),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade,
    foreign key (brand_id, session_id) references session (brand_id, id) on delete cascade
  )`,
  `create index push_token_of_account on push_token (brand_id, account_id)`,
  `create index push_token_of_session on push_token (brand_id, session_id)`,
  // The member's chat with the brand's bot.
  `create table messenger_chat (
    brand_id uuid not null,
    account_id uuid not null,
    chat_id bigint not null,
    created_at timestamptz not null,
    primary key (brand_id, account_id),
    unique (brand_id, chat_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  // The newest link that a member asked for to connect one.
  `create table messenger_code (
    brand_id uuid not null,
    account_id uuid not null,
    code_hash bytea not null check (length(code_hash) = 32),
    expires_at timestamptz not null,
    primary key (brand_id, account_id),
    unique (brand_id, code_hash),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
];
