-- A member can no longer be written to, or again: these conversations leave the queues, or come back to where they
-- were. Hosts take conversations from both queues, and both know whether there is a member to write to: those who wait
-- are answered.
create or replace function refresh_answerable(of_brand uuid, of_conversations uuid[]) returns void language plpgsql as $$
begin
  update waiting_reply w set answerable = not w.answerable from conversation c
  where w.brand_id = of_brand and w.conversation_id = any(of_conversations)
    and c.brand_id = of_brand and c.id = w.conversation_id
    and w.answerable <> is_answerable(of_brand, w.profile_id,
      case c.low_id when w.profile_id then c.high_id else c.low_id end, true);
  update answered_conversation w set answerable = not w.answerable from conversation c
  where w.brand_id = of_brand and w.conversation_id = any(of_conversations)
    and c.brand_id = of_brand and c.id = w.conversation_id
    and w.answerable <> is_answerable(of_brand, w.profile_id,
      case c.low_id when w.profile_id then c.high_id else c.low_id end, false);
end $$;

create or replace function refresh_answerable_of(of_brand uuid, of_profile uuid) returns void language sql as $$
  select refresh_answerable(of_brand, array_agg(conversation_id)) from inbox
  where brand_id = of_brand and owner_id = of_profile
$$;

create or replace function account_answerable() returns trigger language plpgsql as $$
begin
  perform refresh_answerable_of(p.brand_id, p.id) from profile p
  where p.brand_id = new.brand_id and p.account_id = new.id;
  return null;
end $$;

create or replace trigger account_answerable after update of status, paused_at, staff_messages on account for each row
  when ((old.status, old.paused_at is null, old.staff_messages)
    is distinct from (new.status, new.paused_at is null, new.staff_messages)) execute function account_answerable();

create or replace function profile_answerable() returns trigger language plpgsql as $$
begin
  perform refresh_answerable_of(new.brand_id, new.id);
  return null;
end $$;

create or replace trigger profile_answerable after update of status on profile for each row
  when ((old.status in ('rejected', 'retired')) <> (new.status in ('rejected', 'retired'))) execute function profile_answerable();

create or replace function block_answerable() returns trigger language plpgsql as $$
declare
  concerned block := coalesce(new, old);
begin
  perform refresh_answerable(i.brand_id, array[i.conversation_id]) from inbox i
  where i.brand_id = concerned.brand_id and i.owner_id = concerned.from_id and i.other_id = concerned.to_id;
  return null;
end $$;

create or replace trigger block_answerable after insert or delete on block for each row execute function block_answerable();
