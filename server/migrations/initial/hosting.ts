/** What hosts work with: conversations that were answered and may go quiet, and what hosts have written down. */

/** Hosts take conversations from both, and both know whether there is anybody to write to: who waits is answered. */
const queues = [
  { table: 'waiting_reply', isAnswer: true },
  { table: 'answered_conversation', isAnswer: false },
];

export const hostingTables = [
  // Conversations in which a staff profile had the last word, and since when. Rows come and go with those of
  // waiting_reply, so that writing between members costs nothing.
  `create table answered_conversation (
    brand_id uuid not null,
    conversation_id uuid not null,
    profile_id uuid not null,
    since timestamptz not null,
    -- As in waiting_reply.
    answerable boolean not null default true,
    -- As in waiting_reply: a host who wants to write first takes the conversation too.
    claimed_by uuid references staff on delete set null,
    claimed_until timestamptz,
    -- As in waiting_reply.
    replying uuid,
    replying_until timestamptz,
    handed_by uuid references staff on delete set null,
    note text check (length(note) between 1 and 500),
    primary key (brand_id, conversation_id),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade,
    check (claimed_by is null or claimed_until is not null)
  )`,
  `create index answered_conversation_quiet on answered_conversation (brand_id, since, conversation_id)
    where answerable and claimed_by is null`,
  `create index answered_conversation_claim_ends on answered_conversation (brand_id, claimed_until)
    where claimed_by is not null`,
  `create index answered_conversation_claims on answered_conversation (claimed_by) where claimed_by is not null`,
  `create index answered_conversation_handed on answered_conversation (handed_by) where handed_by is not null`,
  // Records that a staff profile had the last word, if it had. The join leaves out conversations that are being deleted.
  `create function record_answered(of_brand uuid, of_conversation uuid) returns void language sql as $$
    insert into answered_conversation (brand_id, conversation_id, profile_id, since, answerable)
    select i.brand_id, i.conversation_id, i.owner_id, i.last_at,
      coalesce(is_answerable(i.brand_id, i.owner_id, i.other_id, false), false)
    from inbox i
    join conversation c on c.brand_id = i.brand_id and c.id = i.conversation_id
    join profile p on p.brand_id = i.brand_id and p.id = i.owner_id and p.kind = 'staff'
    where i.brand_id = of_brand and i.conversation_id = of_conversation and i.last_mine
    on conflict (brand_id, conversation_id) do update
      set since = excluded.since, answerable = excluded.answerable, claimed_by = null, claimed_until = null,
        handed_by = null, note = null, replying = null, replying_until = null
  $$`,
  `create function end_waiting() returns trigger language plpgsql as $$
  begin
    perform record_answered(old.brand_id, old.conversation_id);
    return null;
  end $$`,
  `create trigger waiting_reply_ended after delete on waiting_reply for each row
    when (old.kind = 'staff') execute function end_waiting()`,
  // A host who is about to write first keeps the conversation when the member writes meanwhile.
  `create function begin_waiting() returns trigger language plpgsql as $$
  declare
    held answered_conversation;
  begin
    new.is_first := not exists (select from message x where x.brand_id = new.brand_id
      and x.conversation_id = new.conversation_id and x.from_id = new.profile_id);
    new.answerable := coalesce((select is_answerable(c.brand_id, new.profile_id,
        case c.low_id when new.profile_id then c.high_id else c.low_id end, true)
      from conversation c where c.brand_id = new.brand_id and c.id = new.conversation_id), false);
    delete from answered_conversation
    where brand_id = new.brand_id and conversation_id = new.conversation_id returning * into held;
    if held.claimed_by is not null then
      new.claimed_by := held.claimed_by;
      new.claimed_until := held.claimed_until;
      new.handed_by := held.handed_by;
      new.note := held.note;
    end if;
    return new;
  end $$`,
  `create trigger waiting_reply_begun before insert on waiting_reply for each row
    when (new.kind = 'staff') execute function begin_waiting()`,

  // Somebody can be written to no longer, or again: these conversations leave the queues, or come back to where they were.
  `create function refresh_answerable(of_brand uuid, of_conversations uuid[]) returns void language plpgsql as $$
  begin
    ${queues
      .map(
        ({ table, isAnswer }) => `update ${table} w set answerable = not w.answerable from conversation c
    where w.brand_id = of_brand and w.conversation_id = any(of_conversations)
      and c.brand_id = of_brand and c.id = w.conversation_id
      and w.answerable <> is_answerable(of_brand, w.profile_id,
        case c.low_id when w.profile_id then c.high_id else c.low_id end, ${isAnswer});`,
      )
      .join('\n    ')}
  end $$`,
  `create function refresh_answerable_of(of_brand uuid, of_profile uuid) returns void language sql as $$
    select refresh_answerable(of_brand, array_agg(conversation_id)) from inbox
    where brand_id = of_brand and owner_id = of_profile
  $$`,
  `create function account_answerable() returns trigger language plpgsql as $$
  begin
    perform refresh_answerable_of(p.brand_id, p.id) from profile p
    where p.brand_id = new.brand_id and p.account_id = new.id;
    return null;
  end $$`,
  `create trigger account_answerable after update of status, paused_at, staff_messages on account for each row
    when ((old.status, old.paused_at is null, old.staff_messages)
      is distinct from (new.status, new.paused_at is null, new.staff_messages)) execute function account_answerable()`,
  `create function profile_answerable() returns trigger language plpgsql as $$
  begin
    perform refresh_answerable_of(new.brand_id, new.id);
    return null;
  end $$`,
  `create trigger profile_answerable after update of status on profile for each row
    when ((old.status = 'rejected') <> (new.status = 'rejected')) execute function profile_answerable()`,
  `create function block_answerable() returns trigger language plpgsql as $$
  declare
    concerned block := coalesce(new, old);
  begin
    perform refresh_answerable(i.brand_id, array[i.conversation_id]) from inbox i
    where i.brand_id = concerned.brand_id and i.owner_id = concerned.from_id and i.other_id = concerned.to_id;
    return null;
  end $$`,
  `create trigger block_answerable after insert or delete on block for each row execute function block_answerable()`,

  // What hosts have written down for one another.
  `create table host_note (
    brand_id uuid not null,
    id uuid not null,
    -- The staff profile as which hosts write.
    profile_id uuid not null,
    -- The conversation whose member it is about. Null: it is a fact about the profile itself.
    conversation_id uuid,
    author_id uuid references staff on delete set null,
    body text not null check (length(body) between 1 and 500),
    created_at timestamptz not null,
    edited_at timestamptz,
    primary key (brand_id, id),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade,
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade
  )`,
  `create index host_note_of_conversation on host_note (brand_id, conversation_id, id)`,
  `create index host_note_of_profile on host_note (brand_id, profile_id, id) where conversation_id is null`,
  `create index host_note_author on host_note (author_id)`,
];
