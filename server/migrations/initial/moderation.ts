/** What people report, what waits for moderators, and what they have said about it. */

/** Where a case stands in a queue: the riskiest first, the oldest of these first. */
const place = '(-risk), since, id';

export const moderationTables = [
  // A report outlives its reporter: it is about a member who is still here.
  `create table report (
    brand_id uuid not null,
    id uuid not null,
    from_id uuid,
    about_id uuid not null,
    reason text not null check (reason in ('fake', 'rude', 'money', 'underage', 'photo', 'other')),
    text text not null default '' check (length(text) <= 1000),
    status text not null default 'open' check (status in ('open', 'closed')),
    -- Whether there was something in it.
    outcome text check (outcome in ('dismissed', 'upheld')),
    decided_at timestamptz,
    created_at timestamptz not null default now(),
    -- When the reporter last added something.
    updated_at timestamptz not null default now(),
    primary key (brand_id, id),
    check ((status = 'closed') = (outcome is not null)),
    check ((outcome is null) = (decided_at is null)),
    foreign key (brand_id, from_id) references profile (brand_id, id) on delete set null (from_id),
    foreign key (brand_id, about_id) references profile (brand_id, id) on delete cascade
  )`,
  `create index report_from on report (brand_id, from_id) where from_id is not null`,
  `create index report_decided on report (decided_at) where decided_at is not null`,
  `create index report_about on report (brand_id, about_id, created_at desc)`,
  // What was said when a member was reported. It goes with its writer.
  `create table report_message (
    brand_id uuid not null,
    report_id uuid not null,
    id uuid not null,
    from_id uuid not null,
    body text not null check (length(body) <= 2000),
    at timestamptz not null,
    photo_id uuid,
    primary key (brand_id, report_id, id),
    foreign key (brand_id, report_id) references report (brand_id, id) on delete cascade,
    foreign key (brand_id, from_id) references profile (brand_id, id) on delete cascade,
    foreign key (brand_id, photo_id) references chat_photo (brand_id, id) on delete set null (photo_id)
  )`,
  `create index report_message_from on report_message (brand_id, from_id)`,
  `create index report_message_photo on report_message (brand_id, photo_id) where photo_id is not null`,

  // One row for each thing that waits for a verdict, and none for what does not. Triggers keep it.
  `create table moderation_case (
    brand_id uuid not null,
    kind text not null
      check (kind in ('profile', 'photo', 'chat_photo', 'review', 'report', 'appeal', 'verification')),
    -- The id that the thing has in the table of its own; of reports, whom they are about.
    id uuid not null,
    -- Whose it is, or whom it is about.
    profile_id uuid not null,
    -- Where the case waits only while this account is in use and has accepted the terms.
    account_id uuid,
    ready boolean not null,
    since timestamptz not null,
    -- When what can be seen now was given to us. A verdict names it.
    version timestamptz not null,
    -- 0 to 3, and why (server/moderation/risk.ts).
    risk smallint not null default 0 check (risk between 0 and 3),
    signals text[] not null default '{}',
    -- Who looks at it. No one else decides until then.
    claimed_by uuid references staff on delete set null,
    claimed_until timestamptz,
    -- A verdict that can still be taken back. Until it is carried out no one else sees the case.
    verdict_id uuid,
    primary key (brand_id, kind, id),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade
  )`,
  `create index moderation_case_waiting on moderation_case (brand_id, ${place}) where ready and verdict_id is null`,
  `create index moderation_case_of_kind on moderation_case (brand_id, kind, ${place})
    where ready and verdict_id is null`,
  `create index moderation_case_by_age on moderation_case (brand_id, kind, since) where ready and verdict_id is null`,
  `create index moderation_case_of_profile on moderation_case (brand_id, profile_id)`,
  `create index moderation_case_of_account on moderation_case (brand_id, account_id) where account_id is not null`,
  `create index moderation_case_claimed on moderation_case (claimed_by) where claimed_by is not null`,

  `create table moderation_verdict (
    brand_id uuid not null,
    id uuid not null,
    kind text not null check (length(kind) between 1 and 20),
    subject_id uuid not null,
    profile_id uuid not null,
    verdict text not null check (length(verdict) between 1 and 20),
    reason text check (length(reason) between 1 and 40),
    -- Null: the command line.
    staff_id uuid references staff,
    -- What was decided on, and since when it had waited, where it did.
    version timestamptz,
    since timestamptz,
    given_at timestamptz not null,
    -- It is held for a moment in which it can be undone. Void: the thing changed or went before it was carried out.
    state text not null check (state in ('held', 'done', 'undone', 'void')),
    primary key (brand_id, id),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade
  )`,
  `create index moderation_verdict_of_profile on moderation_verdict (brand_id, profile_id, given_at desc)`,
  `create index moderation_verdict_by_time on moderation_verdict (brand_id, kind, given_at) where state = 'done'`,
  `create index moderation_verdict_of_staff on moderation_verdict (staff_id) where staff_id is not null`,
];
