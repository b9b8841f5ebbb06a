/** What others see of people, their credits, and what they say of us. */
export const profileTables = [
  `create table profile (
    brand_id uuid not null references brand,
    id uuid not null,
    kind text not null check (kind in ('member', 'staff', 'ai')),
    account_id uuid,
    status text not null check (status in ('pending', 'visible', 'hidden', 'rejected', 'retired')),
    gender text not null check (gender in ('female', 'male')),
    screen_name text not null check (length(screen_name) between 1 and 60),
    birth_year smallint check (birth_year between 1900 and 2100),
    country text not null check (country ~ '^[a-z]{2}$'),
    region text,
    city text check (length(city) <= 120),
    about text not null default '' check (length(about) <= 300),
    description text not null default '' check (length(description) <= 2000),
    looking_for text not null default '' check (length(looking_for) <= 2000),
    -- The answers that were chosen from those offered (contract/profile/details.ts).
    details jsonb not null default '{}' check (jsonb_typeof(details) = 'object' and length(details::text) <= 4000),
    -- Those that tell of faith or health. A member's are here only while they consent to it.
    delicate_details jsonb not null default '{}'
      check (jsonb_typeof(delicate_details) = 'object' and length(delicate_details::text) <= 1000),
    delicate_consent_at timestamptz,
    -- Questions and what was answered (contract/profile/prompts.ts).
    prompts jsonb not null default '[]' check (jsonb_typeof(prompts) = 'array' and length(prompts::text) <= 4000),
    -- What the owner has been asked for after the sign-up, answered or not, and when they were through with it.
    passed_steps text[] not null default '{}' check (cardinality(passed_steps) <= 50),
    introduced_at timestamptz,
    -- When moderation last agreed to what stands here. Null until it has, and again once it has refused.
    moderated_at timestamptz,
    -- When the owner last gave these words to be looked at, and why they were refused.
    submitted_at timestamptz not null default now(),
    refusal text check (length(refusal) between 1 and 40),
    -- The owner's own choice, which outlives a closing that is taken back.
    hidden_by_owner boolean not null default false,
    -- Its owner pays, as account.level says. Kept by triggers, for support: then a name is enough to find who pays.
    paying boolean not null default false,
    -- A sanction keeps it from others.
    withheld boolean not null default false,
    -- The photo that a moderator has compared with its owner.
    verified_photo_id uuid,
    -- For those who have paid, in flows that keep such profiles for them.
    reserved boolean not null default false,
    demo boolean not null default false,
    last_active_at timestamptz not null default now(),
    -- Support sorts by it. By the hour, so that being active seldom changes an index.
    last_active_hour timestamptz not null
      generated always as (date_trunc('hour', last_active_at at time zone 'UTC') at time zone 'UTC') stored,
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade,
    foreign key (country, region) references region (country, name),
    -- Who answers for a profile is never in doubt: a member's has an owner, the others have none.
    check ((kind = 'member') = (account_id is not null)),
    -- No member's own profile is sold to others.
    check (not reserved or kind <> 'member'),
    check (status <> 'visible' or moderated_at is not null),
    check (refusal is null or status = 'rejected'),
    -- A profile of ours ends for good; a member's goes with its account.
    check (status <> 'retired' or kind <> 'member'),
    check (delicate_details = '{}' or kind <> 'member' or delicate_consent_at is not null)
  )`,
  `create index profile_by_activity on profile (brand_id, last_active_hour, account_id) where kind = 'member'`,
  `create index profile_by_name on profile (brand_id, (lower(screen_name) collate "C"), account_id)
    where kind = 'member'`,
  `create index profile_paying_by_name on profile (brand_id, (lower(screen_name) collate "C"), account_id)
    where kind = 'member' and paying`,
  `create index profile_reserved on profile (brand_id, id) where reserved`,
  `create index profile_waiting on profile (submitted_at, id) where status = 'pending'`,
  // New words of a profile that was approved. Until they are, others read the old ones.
  `create table profile_change (
    brand_id uuid not null,
    profile_id uuid not null,
    status text not null check (status in ('pending', 'rejected')),
    screen_name text not null check (length(screen_name) between 1 and 60),
    gender text not null check (gender in ('female', 'male')),
    description text not null check (length(description) <= 2000),
    looking_for text not null check (length(looking_for) <= 2000),
    prompts jsonb not null check (jsonb_typeof(prompts) = 'array' and length(prompts::text) <= 4000),
    submitted_at timestamptz not null,
    refusal text check (length(refusal) between 1 and 40),
    primary key (brand_id, profile_id),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade,
    check ((status = 'rejected') = (refusal is not null))
  )`,
  `create index profile_change_waiting on profile_change (submitted_at, profile_id) where status = 'pending'`,
  `create index profile_in_region on profile (brand_id, gender, region) where status = 'visible'`,
  // How many there are of each kind.
  `create index profile_of_kind on profile (brand_id, kind) where status = 'visible'`,
  `create table photo (
    brand_id uuid not null,
    id uuid not null,
    profile_id uuid not null,
    position smallint not null check (position between 0 and 19),
    status text not null check (status in ('drawing', 'pending', 'approved', 'rejected')),
    width integer not null check (width between 1 and 4000),
    height integer not null check (height between 1 and 4000),
    widths integer[] not null,
    thumbhash text check (length(thumbhash) <= 60),
    -- Where the picture is that visitors get. It has nothing to do with the id, which would lead to the sharp one.
    blur_id uuid not null default gen_random_uuid(),
    -- Why moderation refused it.
    refusal text check (length(refusal) between 1 and 40),
    -- The files of a refused one are kept so long, for an appeal.
    kept_until timestamptz,
    -- How it looks, in 64 bits. Null for the demo's drawings.
    hash bigint,
    -- It looked like a banned picture when it came.
    resembles_banned boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (brand_id, profile_id, position),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade,
    check (refusal is null or status = 'rejected')
  )`,
  `create index photo_kept on photo (kept_until) where kept_until is not null`,
  `create index photo_waiting on photo (created_at, id) where status = 'pending'`,

  // Credits
  `create table ledger_entry (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    credit text not null check (credit in ('message', 'icebreaker', 'like')),
    amount integer not null check (amount <> 0),
    reason text not null check (length(reason) between 1 and 60),
    idempotency_key text not null check (length(idempotency_key) between 1 and 100),
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (brand_id, account_id, credit, idempotency_key),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  // What support reads of it. Entries of messages and likes are by far the most, and are not among them.
  `create index ledger_entry_of_account on ledger_entry (brand_id, account_id, created_at)
    where reason not in ('message', 'like')`,
  `create table balance (
    brand_id uuid not null,
    account_id uuid not null,
    message_credits integer not null default 0 check (message_credits >= 0),
    icebreaker_credits integer not null default 0 check (icebreaker_credits >= 0),
    like_credits integer not null default 0 check (like_credits >= 0),
    primary key (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  ) with (fillfactor = 70)`,

  // What members say of us
  `create table review (
    brand_id uuid not null references brand,
    id uuid not null,
    account_id uuid,
    name text not null check (length(name) between 1 and 60),
    gender text not null check (gender in ('female', 'male')),
    age smallint not null check (age between 18 and 98),
    text text not null check (length(text) between 1 and 1000),
    stars smallint not null check (stars between 1 and 5),
    status text not null check (status in ('pending', 'approved', 'rejected')),
    demo boolean not null default false,
    created_at timestamptz not null default now(),
    -- When its words were written. A verdict is about these words and no others.
    written_at timestamptz not null default now(),
    -- Why moderation refused it. Who said so is in the audit.
    refusal text check (length(refusal) between 1 and 40),
    -- The published words: those that were approved last, while newer ones wait or were refused.
    public_name text check (length(public_name) between 1 and 60),
    public_gender text check (public_gender in ('female', 'male')),
    public_age smallint check (public_age between 18 and 98),
    public_text text check (length(public_text) between 1 and 1000),
    public_stars smallint check (public_stars between 1 and 5),
    public_written_at timestamptz,
    primary key (brand_id, id),
    -- One a member.
    unique (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade,
    check (refusal is null or status = 'rejected'),
    check (num_nulls(public_name, public_gender, public_age, public_text, public_stars, public_written_at) in (0, 6))
  )`,
  `create index review_waiting on review (written_at, id) where status = 'pending'`,
  `create index review_shown on review (brand_id, id) where public_text is not null`,
];
