/** What people report, what waits for moderators, and what they have said about it. */

/** Where a case stands in a queue: the riskiest first, the oldest of these first. */
const place = '(-risk), since, id';

interface WaitingThing {
  kind: string;
  table: string;
  /** Whether the row in the trigger's `new` waits for a verdict. */
  waits: string;
  /** Whose it is, in words about the table of profiles. Things of profiles without an account wait for nobody. */
  owner: string;
  /** The column that says since when. */
  since: string;
  /** The columns whose change may open or close the case. */
  decidedBy: string;
  /** It waits also while its owner is shut out. */
  evenShutOut?: boolean;
}

/** Keeps one case for each row of a table that waits. */
export const caseTriggers = ({
  kind,
  table,
  waits,
  owner,
  since,
  decidedBy,
  evenShutOut = false,
}: WaitingThing) => [
  `create function ${kind}_case_changed() returns trigger language plpgsql as $$
  declare
    owner record;
  begin
    if tg_op <> 'DELETE' and ${waits} then
      select id, account_id into owner from profile
      where brand_id = new.brand_id and ${owner} and account_id is not null;
      if found then
        perform open_moderation_case(new.brand_id, '${kind}', new.id, owner.id,
          ${evenShutOut ? 'null' : 'owner.account_id'}, new.${since}, new.${since});
      end if;
    elsif tg_op <> 'INSERT' then
      perform close_moderation_case(old.brand_id, '${kind}', old.id);
    end if;
    return null;
  end $$`,
  `create trigger ${kind}_case after insert or delete or update of ${decidedBy} on ${table} for each row
    execute function ${kind}_case_changed()`,
];

export const moderationTables = [
  // A report outlives whoever made it: it is about somebody who is still here.
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
  // What was said when somebody was reported. It goes with whoever said it.
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
    -- Who looks at it. Nobody else decides until then.
    claimed_by uuid references staff on delete set null,
    claimed_until timestamptz,
    -- A verdict that can still be taken back. Until it is carried out nobody else sees the case.
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

  // A job assesses the risk and tells the consoles (server/moderation/risk.ts).
  `create function announce_moderation_case(of_brand uuid, of_kind text, of_id uuid) returns void language plpgsql as $$
  begin
    perform graphile_worker.add_job('moderation.case_opened',
      json_build_object('brandId', of_brand, 'kind', of_kind, 'id', of_id),
      job_key => 'moderation.case_opened:' || of_kind || ':' || of_id, max_attempts => 12);
  end $$`,
  // Opens a case, or makes it wait again where something else is to be seen now: a verdict on what was there is void.
  // Times are those of the wire, in milliseconds.
  `create function open_moderation_case(of_brand uuid, of_kind text, of_id uuid, of_profile uuid, of_account uuid,
    waits_since timestamptz, of_version timestamptz) returns void language plpgsql as $$
  declare
    is_ready boolean := of_account is null or exists (select from account
      where brand_id = of_brand and id = of_account and accepted_at is not null and status = 'active');
  begin
    insert into moderation_case as known (brand_id, kind, id, profile_id, account_id, ready, since, version)
    values (of_brand, of_kind, of_id, of_profile, of_account, is_ready, date_trunc('milliseconds', waits_since),
      date_trunc('milliseconds', of_version))
    on conflict (brand_id, kind, id) do update
    set ready = excluded.ready, since = excluded.since, version = excluded.version, verdict_id = null
    where (known.ready, known.since, known.version) is distinct from (excluded.ready, excluded.since, excluded.version);
    if found and is_ready then
      perform announce_moderation_case(of_brand, of_kind, of_id);
    end if;
  end $$`,
  `create function close_moderation_case(of_brand uuid, of_kind text, of_id uuid) returns void language sql as $$
    delete from moderation_case where brand_id = of_brand and kind = of_kind and id = of_id
  $$`,

  // Who accepts the terms comes into the queues, and who leaves goes out of them.
  `create function sync_cases_of_account() returns trigger language plpgsql as $$
  declare
    is_ready boolean := new.accepted_at is not null and new.status = 'active';
    changed record;
  begin
    for changed in update moderation_case set ready = is_ready
      where brand_id = new.brand_id and account_id = new.id and ready <> is_ready returning brand_id, kind, id
    loop
      if is_ready then
        perform announce_moderation_case(changed.brand_id, changed.kind, changed.id);
      end if;
    end loop;
    return null;
  end $$`,
  `create trigger account_in_use after update of accepted_at, status on account for each row
    when ((old.accepted_at is null, old.status) is distinct from (new.accepted_at is null, new.status))
    execute function sync_cases_of_account()`,

  // Words of newcomers wait in the profile, those of others beside it.
  `create function sync_profile_case(of_brand uuid, of_profile uuid) returns void language plpgsql as $$
  declare
    waiting record;
  begin
    select p.account_id, coalesce(c.submitted_at, p.submitted_at) as at into waiting
    from profile p
    left join profile_change c on c.brand_id = p.brand_id and c.profile_id = p.id and c.status = 'pending'
    where p.brand_id = of_brand and p.id = of_profile and p.kind = 'member'
      and (c.profile_id is not null or p.status = 'pending' and p.moderated_at is null);
    if found then
      perform open_moderation_case(of_brand, 'profile', of_profile, of_profile, waiting.account_id, waiting.at, waiting.at);
    else
      perform close_moderation_case(of_brand, 'profile', of_profile);
    end if;
  end $$`,
  `create function profile_case_changed() returns trigger language plpgsql as $$
  begin
    perform sync_profile_case(new.brand_id, new.id);
    return null;
  end $$`,
  `create trigger profile_submitted after insert on profile for each row
    when (new.kind = 'member' and new.status = 'pending') execute function profile_case_changed()`,
  `create trigger profile_moderated after update of status, moderated_at, submitted_at on profile for each row
    when (new.kind = 'member' and (old.status = 'pending', old.moderated_at is null, old.submitted_at)
      is distinct from (new.status = 'pending', new.moderated_at is null, new.submitted_at))
    execute function profile_case_changed()`,
  `create function profile_change_case_changed() returns trigger language plpgsql as $$
  declare
    changed profile_change := coalesce(new, old);
  begin
    perform sync_profile_case(changed.brand_id, changed.profile_id);
    return null;
  end $$`,
  `create trigger profile_change_case after insert or update or delete on profile_change for each row
    execute function profile_change_case_changed()`,

  ...caseTriggers({
    kind: 'photo',
    table: 'photo',
    waits: `new.status = 'pending'`,
    owner: 'id = new.profile_id',
    since: 'created_at',
    decidedBy: 'status',
  }),
  // What was uploaded and not sent is nobody else's to look at.
  ...caseTriggers({
    kind: 'chat_photo',
    table: 'chat_photo',
    waits: `new.status = 'pending' and new.sent`,
    owner: 'id = new.from_id',
    since: 'created_at',
    decidedBy: 'status, sent',
  }),
  ...caseTriggers({
    kind: 'review',
    table: 'review',
    waits: `new.status = 'pending'`,
    owner: 'account_id = new.account_id',
    since: 'written_at',
    decidedBy: 'status, written_at',
  }),

  // All that is open about somebody is one case.
  `create function report_case_changed() returns trigger language plpgsql as $$
  declare
    changed report := coalesce(new, old);
    waiting record;
  begin
    select min(created_at) as since, max(updated_at) as version into waiting from report
    where brand_id = changed.brand_id and about_id = changed.about_id and status = 'open';
    if waiting.since is not null then
      perform open_moderation_case(changed.brand_id, 'report', changed.about_id, changed.about_id, null,
        waiting.since, waiting.version);
    else
      perform close_moderation_case(changed.brand_id, 'report', changed.about_id);
    end if;
    return null;
  end $$`,
  `create trigger report_case after insert or delete or update of status, reason, text, updated_at on report
    for each row execute function report_case_changed()`,
];
