/** What follows from a verdict: appeals, sanctions and their strikes, banned pictures, verified photos. */

export const sanctionTables = [
  // What a member says against a decision, once. The decision is an entry of the audit, or a sanction.
  `create table appeal (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    decision_id uuid not null,
    what text not null check (what in ('profile', 'change', 'photo', 'chat_photo', 'review', 'sanction')),
    -- The profile, photo, review or sanction that was decided on.
    subject_id uuid not null,
    -- Who decided, where it was a person, and why.
    decided_by uuid references staff on delete set null,
    reason text not null check (length(reason) between 1 and 40),
    text text not null check (length(text) between 1 and 500),
    -- Withdrawn: the thing was changed, removed or approved before a moderator had looked again.
    status text not null default 'open' check (status in ('open', 'allowed', 'upheld', 'withdrawn')),
    answer text not null default '' check (length(answer) <= 500),
    created_at timestamptz not null,
    answered_at timestamptz,
    answered_by uuid references staff on delete set null,
    primary key (brand_id, id),
    -- Once a decision.
    unique (brand_id, decision_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade,
    check ((status = 'open') = (answered_at is null))
  )`,
  `create index appeal_open on appeal (created_at, id) where status = 'open'`,
  `create index appeal_of_account on appeal (brand_id, account_id)`,
  `create index appeal_of_subject on appeal (brand_id, subject_id) where status = 'open'`,

  // What a member must bear for breaking the rules. Each is also a strike, which counts until it expires or is taken
  // back.
  `create table sanction (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    kind text not null check (kind in ('warning', 'hide', 'mute', 'suspend', 'close')),
    reason text not null check (length(reason) between 1 and 40),
    -- For those who decide after, never shown to the member.
    note text not null default '' check (length(note) <= 500),
    imposed_by uuid references staff on delete set null,
    starts_at timestamptz not null,
    -- Null where it is for good, or until a moderator lifts it.
    ends_at timestamptz,
    -- When it ran out or was lifted.
    ended_at timestamptz,
    lifted_by uuid references staff on delete set null,
    strike_until timestamptz not null,
    -- It turned out to be a mistake.
    strike_revoked boolean not null default false,
    primary key (brand_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade,
    check (kind not in ('mute', 'suspend') or ends_at is not null),
    check (kind not in ('warning', 'close') or ends_at is null)
  )`,
  `create index sanction_of_account on sanction (brand_id, account_id, starts_at desc)`,
  `create index sanction_due on sanction (ends_at) where ended_at is null and ends_at is not null`,

  // Pictures that must not come back, as a hash of how they look. It says nothing of whose they were.
  `create table banned_picture (
    brand_id uuid not null references brand,
    hash bigint not null,
    reason text not null check (length(reason) between 1 and 40),
    banned_by uuid references staff on delete set null,
    created_at timestamptz not null,
    primary key (brand_id, hash)
  )`,

  // A member shows by a gesture asked for at random that the photos are of the same person.
  `create table photo_verification (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    gesture text not null check (length(gesture) between 1 and 40),
    status text not null default 'asked' check (status in ('asked', 'waiting', 'approved', 'refused')),
    reason text check (length(reason) between 1 and 40),
    -- The photo that stood first when the picture was sent: the badge is about this one.
    photo_id uuid,
    width integer check (width between 1 and 4000),
    height integer check (height between 1 and 4000),
    created_at timestamptz not null,
    -- An unfinished one ends then.
    expires_at timestamptz not null,
    submitted_at timestamptz,
    decided_at timestamptz,
    decided_by uuid references staff on delete set null,
    primary key (brand_id, id),
    -- One a member: the next takes the place of the last.
    unique (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade,
    check ((status = 'asked') = (submitted_at is null)),
    check ((status = 'refused') = (reason is not null))
  )`,
  `create index photo_verification_waiting on photo_verification (submitted_at, id) where status = 'waiting'`,
];
