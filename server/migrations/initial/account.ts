/** Members: how they came, how they come in, what they agreed to. */
export const accountTables = [
  `create table account (
    brand_id uuid not null references brand,
    id uuid not null,
    -- Not by a pattern with {1,128}: that takes 13 µs for each change of a row, this a thirtieth of it.
    tracker_id text not null check (length(tracker_id) between 1 and 128 and tracker_id !~ '[^A-Za-z0-9._~-]'),
    -- Sorted by its letters alone, so that it is also found by its beginning.
    email text collate "C" not null check (email = lower(email) and length(email) between 3 and 254),
    email_confirmed_at timestamptz,
    password_hash text check (length(password_hash) <= 300),
    status text not null default 'active' check (status in ('active', 'disabled', 'closing')),
    flow_id text not null,
    level smallint not null default 0 check (level between 0 and 2),
    seeks text not null check (seeks in ('female', 'male')),
    language text not null check (language ~ '^[a-z]{2}$'),
    surname text not null default '' check (length(surname) <= 60),
    phone text not null default '' check (length(phone) <= 30),
    -- Grows whenever a password or an address changes, and when everything is ended that opens the account: links made before and
    -- devices known before are then worthless.
    credentials_version integer not null default 0,
    pending_email text check (pending_email = lower(pending_email) and length(pending_email) between 3 and 254),
    email_changes smallint not null default 0,
    -- Confirmed to be an adult and accepted the terms. The proof is in consent.
    accepted_at timestamptz,
    -- The edition of the terms that was accepted last: its day, and the brand's version where the text is the brand's own. Where none is known the member is not asked again.
    terms_version text check (terms_version ~ '^\\d{4}-\\d\\d-\\d\\d(\\.\\d{1,9})?$'),
    newsletter boolean not null default false,
    notify_messages boolean not null default true,
    notify_likes boolean not null default true,
    notify_visits boolean not null default true,
    -- When everything of a closing account is erased.
    closes_at timestamptz,
    -- Since when, why, by what and until when it is disabled. Without an end it stays so until support enables it.
    disabled_at timestamptz,
    disabled_reason text check (length(disabled_reason) between 1 and 500),
    disabled_by text check (disabled_by in ('support', 'sanction')),
    disabled_until timestamptz,
    demo boolean not null default false,
    -- Made up for a walk of the staff: they only look, no other member sees them, and they are erased after an hour.
    walks boolean not null default false,
    -- When a card showed that its holder is an adult. Of the card nothing is kept.
    age_verified_at timestamptz,
    -- The member's flow asks for the age, and it was not shown yet. Kept by a trigger.
    age_check_due boolean not null default false,
    -- The one rule of who may not read the answers, where the member is the one who pays for a conversation.
    replies_blurred boolean not null generated always as (level = 0 or age_check_due) stored,
    -- By what a campaign recognises the member, as the last link they followed had it.
    remarketing_id text check (length(remarketing_id) <= 200),
    -- The member reads, and neither writes nor likes until then.
    muted_until timestamptz,
    -- Whose messages the member takes, and whether profiles of the staff and AI companions may write to them of their
    -- own accord.
    messages_from text not null default 'everybody' check (messages_from in ('everybody', 'known', 'verified')),
    staff_messages boolean not null default true,
    -- A member who takes all messages is not asked about each of them (write_refusal).
    chooses_senders boolean not null
      generated always as (messages_from <> 'everybody' or not staff_messages) stored,
    -- The member takes a break: they are neither found nor written to until they are back. Without an end that is when
    -- they say so.
    paused_at timestamptz,
    paused_until timestamptz,
    -- When something was bought for the first time.
    first_bought_at timestamptz,
    created_at timestamptz not null default now(),
    check (status <> 'closing' or closes_at is not null),
    -- A member who asked to be erased is, also while the account is disabled.
    check (closes_at is null or status in ('closing', 'disabled')),
    check (disabled_at is null or status = 'disabled'),
    check ((disabled_at is null) = (disabled_reason is null) and (disabled_at is null) = (disabled_by is null)),
    check (disabled_until is null or disabled_at is not null),
    check (paused_until is null or paused_at is not null),
    primary key (brand_id, id),
    unique (brand_id, email),
    unique (brand_id, tracker_id),
    foreign key (brand_id, flow_id) references flow (brand_id, id)
  ) with (fillfactor = 85)`,
  // Walks of the staff through flows as they are drafted.
  `create table walk (
    brand_id uuid not null,
    account_id uuid not null,
    ends_at timestamptz not null,
    -- The plans that the flow offers, as they are drafted.
    plans jsonb not null,
    primary key (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create index walk_by_end on walk (ends_at)`,
  // Grows with everything that is done about the money of an account: a decision by an older one is taken again. A
  // table of its own, because it changes more often than anything else of an account, and to write a short row costs a
  // tenth of that one.
  `create table account_money (
    brand_id uuid not null,
    account_id uuid not null,
    version bigint not null default 0,
    primary key (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  ) with (fillfactor = 60)`,
  // The ways in which support goes through members. Few are other than active, and few pay.
  `create index account_by_time on account (brand_id, created_at, id)`,
  `create index account_not_active on account (brand_id, status, created_at, id) where status <> 'active'`,
  `create index account_paying on account (brand_id, created_at, id) where level > 0`,
  `create index account_by_disabled_until on account (disabled_until) where disabled_until is not null`,
  `create index account_by_pause on account (paused_until) where paused_until is not null`,
  `create index account_by_closing on account (closes_at) where closes_at is not null`,
  `create table session (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    token_hash bytea not null unique check (length(token_hash) = 32),
    method text not null check (method in ('password', 'signup', 'google', 'passkey', 'link')),
    -- When its owner last showed in it who is there: as it began, or later. Never where only a mailed link has opened it.
    proved_at timestamptz,
    ip inet,
    user_agent text check (length(user_agent) <= 400),
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null,
    primary key (brand_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create index session_of_account on session (brand_id, account_id)`,
  `create index session_by_expiry on session (expires_at)`,
  // The origin of a member. Also what tells one device from another, which is kept for a month.
  `create table arrival (
    brand_id uuid not null,
    account_id uuid not null,
    way text not null check (way in ('form', 'auto', 'external', 'google')),
    source text not null check (length(source) <= 200),
    campaign_id text check (length(campaign_id) <= 200),
    -- The advert that was clicked, and the id of the click as the network gave it.
    click_campaign text check (length(click_campaign) <= 200),
    click_id text check (length(click_id) <= 128),
    -- What was chosen about cookies in that browser.
    cookie_consent_id uuid,
    host text check (length(host) <= 255),
    claimed_ip text check (length(claimed_ip) <= 64),
    ip inet,
    -- A keyed hash of what the browser tells of itself, and of the network it came from.
    device_hash bytea check (length(device_hash) = 32),
    network_hash bytea check (length(network_hash) = 32),
    -- One keyed hash of both together, which leads to neither. It is kept for a year, for withdrawals alone.
    origin_hash bytea check (length(origin_hash) = 32),
    user_agent text check (length(user_agent) <= 400),
    -- The link of a partner's that made the account.
    link_id uuid,
    -- What the form called this sign-up, by which it knows it again when the answer got lost.
    attempt_id uuid,
    created_at timestamptz not null default now(),
    primary key (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create index arrival_by_device on arrival (brand_id, device_hash, network_hash, created_at)
    where device_hash is not null`,
  `create table consent (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    kind text not null check (kind in ('terms', 'adult', 'newsletter', 'delicate')),
    given boolean not null,
    text_version text not null check (length(text_version) between 1 and 20),
    language text not null check (language ~ '^[a-z]{2}$'),
    ip inet,
    user_agent text check (length(user_agent) <= 400),
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create index consent_of_account on consent (brand_id, account_id)`,
  `create table identity (
    brand_id uuid not null,
    provider text not null check (provider in ('google')),
    subject text not null check (length(subject) between 1 and 255),
    account_id uuid not null,
    -- The address that the provider reported last.
    email text not null check (email = lower(email) and length(email) between 3 and 254),
    created_at timestamptz not null default now(),
    last_used_at timestamptz not null default now(),
    primary key (brand_id, provider, subject),
    unique (brand_id, account_id, provider),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create table passkey (
    brand_id uuid not null,
    id text not null check (length(id) between 1 and 1400),
    account_id uuid not null,
    public_key bytea not null check (length(public_key) <= 2000),
    counter bigint not null check (counter >= 0),
    transports text[] not null default '{}',
    name text not null check (length(name) between 1 and 60),
    created_at timestamptz not null default now(),
    last_used_at timestamptz,
    primary key (brand_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create index passkey_of_account on passkey (brand_id, account_id)`,
  // Links and challenges that are good once.
  `create table link_use (
    brand_id uuid not null references brand,
    id uuid not null,
    used_at timestamptz not null default now(),
    expires_at timestamptz not null,
    primary key (brand_id, id)
  )`,
  `create index link_use_by_expiry on link_use (expires_at)`,
  `create table data_export (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    status text not null default 'making' check (status in ('making', 'ready', 'failed', 'expired')),
    bytes integer check (bytes >= 0),
    created_at timestamptz not null default now(),
    expires_at timestamptz,
    primary key (brand_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create index data_export_of_account on data_export (brand_id, account_id)`,
  `create index data_export_by_expiry on data_export (expires_at) where status = 'ready'`,
  // That an account was erased. It holds no name; a restored backup is erased by it again.
  `create table erased_account (
    brand_id uuid not null references brand,
    account_id uuid not null,
    erased_at timestamptz not null,
    primary key (brand_id, account_id)
  )`,
  `create index erased_account_by_time on erased_account (erased_at)`,
  // What the funnel counts, a partition a month. Partitions are made ahead; what falls between goes to the default one.
  `create table event (
    brand_id uuid not null,
    id uuid not null,
    at timestamptz not null default now(),
    type text not null check (length(type) between 1 and 60),
    tracker_id text check (length(tracker_id) <= 128),
    account_id uuid,
    profile_id text check (length(profile_id) <= 64),
    details jsonb not null default '{}',
    primary key (brand_id, at, id)
  ) partition by range (at)`,
  `create index event_by_type on event (brand_id, type, at)`,
  `create index event_of_account on event (brand_id, account_id) where account_id is not null`,
  // Erased accounts are searched for by these as well.
  `create index event_of_tracker on event (brand_id, tracker_id) where tracker_id is not null`,
  `create index event_of_profile on event (brand_id, profile_id) where profile_id is not null`,
  `create table event_other partition of event default`,
  `select make_event_partitions(current_date, 3)`,
];
