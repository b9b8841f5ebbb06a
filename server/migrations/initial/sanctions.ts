/** What follows from a verdict: appeals, sanctions and their strikes, banned pictures, verified photos. */

import { caseTriggers } from './moderation.ts';

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
    -- Withdrawn: the thing was changed, removed or approved before anybody had looked again.
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

  // What somebody must bear for breaking the rules. Each is also a strike, which counts until it expires or is taken back.
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
    -- Null where it is for good, or until somebody lifts it.
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
  // The one rule of what looks like a banned picture: 6 of 64 bits may differ, as they do after resizing or a slight cut.
  `create function resembles_banned_picture(of_brand uuid, picture bigint) returns boolean stable language sql as $$
    select exists (select from banned_picture b
      where b.brand_id = of_brand and bit_count((b.hash # picture)::bit(64)) <= 6)
  $$`,

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
  // The one rule of the badge: the photo that others see first is the one that was compared.
  `create function is_photo_verified(of_brand uuid, of_profile uuid, verified_photo uuid) returns boolean
  stable language sql as $$
    select verified_photo is not null
      and coalesce(verified_photo = (select f.id from first_photo(of_brand, of_profile) f), false)
  $$`,

  // Somebody who is shut out can appeal all the same.
  ...caseTriggers({
    kind: 'appeal',
    table: 'appeal',
    waits: `new.status = 'open'`,
    owner: 'account_id = new.account_id',
    since: 'created_at',
    decidedBy: 'status',
    evenShutOut: true,
  }),
  ...caseTriggers({
    kind: 'verification',
    table: 'photo_verification',
    waits: `new.status = 'waiting'`,
    owner: 'account_id = new.account_id',
    since: 'submitted_at',
    decidedBy: 'status',
  }),
  // What is no longer refused, or no longer there, needs nobody to look at it again.
  `create function withdraw_appeal() returns trigger language plpgsql as $$
  begin
    update appeal set status = 'withdrawn', answered_at = now()
    where brand_id = old.brand_id and subject_id = old.id and status = 'open';
    return null;
  end $$`,
  `create function withdraw_appeal_of_change() returns trigger language plpgsql as $$
  begin
    update appeal set status = 'withdrawn', answered_at = now()
    where brand_id = old.brand_id and subject_id = old.profile_id and what = 'change' and status = 'open';
    return null;
  end $$`,
  ...['photo', 'chat_photo', 'review', 'profile'].flatMap((table) => [
    `create trigger ${table}_refusal_over after update of status on ${table} for each row
      when (old.status = 'rejected' and new.status <> 'rejected') execute function withdraw_appeal()`,
    `create trigger ${table}_refused_gone after delete on ${table} for each row
      when (old.status = 'rejected') execute function withdraw_appeal()`,
  ]),
  `create trigger profile_change_refusal_over after update of status on profile_change for each row
    when (old.status = 'rejected' and new.status <> 'rejected') execute function withdraw_appeal_of_change()`,
  `create trigger profile_change_refused_gone after delete on profile_change for each row
    when (old.status = 'rejected') execute function withdraw_appeal_of_change()`,

  // How much a report of somebody's weighs, from 0 to 1: the share of earlier ones that something came of, as if two of
  // four had before. Three or more that came to nothing halve it.
  `create function reporter_weight(of_brand uuid, reporter uuid) returns float8 stable language sql as $$
    select (count(*) filter (where outcome = 'upheld') + 2.0) / (count(*) + 4.0)
      * case when count(*) filter (where outcome = 'dismissed') >= 3 then 0.5 else 1 end
    from report where brand_id = of_brand and from_id = reporter and outcome is not null
  $$`,
  `create function is_often_wrong(of_brand uuid, reporter uuid) returns boolean stable language sql as $$
    select reporter is not null and reporter_weight(of_brand, reporter) < 0.25
  $$`,
];
