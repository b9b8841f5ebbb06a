-- Records that a staff profile had the last word, if it had. The join leaves out conversations that are being deleted.
create or replace function record_answered(of_brand uuid, of_conversation uuid) returns void language sql as $$
  insert into answered_conversation (brand_id, conversation_id, profile_id, since, answerable, team_id)
  select i.brand_id, i.conversation_id, i.owner_id, i.last_at,
    coalesce(is_answerable(i.brand_id, i.owner_id, i.other_id, false), false), team_of(i.brand_id, i.owner_id)
  from inbox i
  join conversation c on c.brand_id = i.brand_id and c.id = i.conversation_id
  join profile p on p.brand_id = i.brand_id and p.id = i.owner_id and p.kind = 'staff'
  where i.brand_id = of_brand and i.conversation_id = of_conversation and i.last_mine
  on conflict (brand_id, conversation_id) do update
    set since = excluded.since, answerable = excluded.answerable, team_id = excluded.team_id, claimed_by = null, claimed_until = null,
      handed_by = null, note = null, replying = null, replying_until = null
$$;

create or replace function end_waiting() returns trigger language plpgsql as $$
begin
  perform record_answered(old.brand_id, old.conversation_id);
  return null;
end $$;

create or replace trigger waiting_reply_ended after delete on waiting_reply for each row
  when (old.kind = 'staff') execute function end_waiting();

-- A host who is about to write first keeps the conversation when the member writes meanwhile.
create or replace function begin_waiting() returns trigger language plpgsql as $$
declare
  held answered_conversation;
begin
  new.is_first := not exists (select from message x where x.brand_id = new.brand_id
    and x.conversation_id = new.conversation_id and x.from_id = new.profile_id);
  new.answerable := coalesce((select is_answerable(c.brand_id, new.profile_id,
      case c.low_id when new.profile_id then c.high_id else c.low_id end, true)
    from conversation c where c.brand_id = new.brand_id and c.id = new.conversation_id), false);
  new.team_id := team_of(new.brand_id, new.profile_id);
  delete from answered_conversation
  where brand_id = new.brand_id and conversation_id = new.conversation_id returning * into held;
  if held.claimed_by is not null then
    new.claimed_by := held.claimed_by;
    new.claimed_until := held.claimed_until;
    new.handed_by := held.handed_by;
    new.note := held.note;
  end if;
  return new;
end $$;

create or replace trigger waiting_reply_begun before insert on waiting_reply for each row
  when (new.kind = 'staff') execute function begin_waiting();
