-- Why the receiver cannot be written to: blocked by the writer, gone (which is also the answer to a blocked writer),
-- closed by the writer's flow, taking a break, or refusing (write_refusal). Null where the message may be written.
create or replace function closed_reason(has_blocked boolean, kept_apart boolean, other_status text, other_account_status text,
  takes_messages boolean, other_paused boolean, refusal text) returns text language sql immutable parallel safe
  return case when has_blocked then 'blocked'
    when kept_apart or other_status in ('rejected', 'retired') or other_account_status <> 'active' then 'gone'
    when not takes_messages then 'flow' when other_paused then 'paused' else refusal end;

-- Why a member does not take a message of the other one, or null. To be asked about those for whom chooses_senders
-- holds: all others take everything. Profiles that the member has liked or written to may always write. Profiles of
-- ours have a rule of their own: they may answer the member, once for each time that they write.
create or replace function write_refusal(of_brand uuid, sender uuid, receiver uuid, is_answer boolean) returns text
  stable language sql as $$
  select case
    when f.kind <> 'member' then case when not a.staff_messages and not is_answer then 'staff' end
    when a.messages_from = 'everybody' or is_answer then null
    when exists (select from reaction r where r.brand_id = of_brand and r.from_id = receiver and r.to_id = sender
      and r.kind = 'like') then null
    when exists (select from inbox i
      join message x on x.brand_id = i.brand_id and x.conversation_id = i.conversation_id and x.from_id = receiver
      where i.brand_id = of_brand and i.owner_id = receiver and i.other_id = sender) then null
    when a.messages_from = 'verified' and is_photo_verified(f.brand_id, f.id, f.verified_photo_id) then null
    else a.messages_from end
  from profile t
  join account a on a.brand_id = of_brand and a.id = t.account_id
  join profile f on f.brand_id = of_brand and f.id = sender
  where t.brand_id = of_brand and t.id = receiver
$$;
