/** Who knows whom, and whose messages somebody takes. Every statement that stores a message, or tells whether one could be, asks these. */
export const whoMayWrite = [
  // Whether one knows the other: the two have talked, or the other one has liked or visited them. Whom somebody decided on
  // last in the deck they know as well, so that the card can be taken back and decided on again. Asked with "exists", it is
  // inlined by the planner and answered by key.
  `create function knows(of_brand uuid, one uuid, other uuid) returns setof uuid stable language sql as $$
    select i.other_id from inbox i
      where i.brand_id = of_brand and i.owner_id = one and i.other_id = other and i.last_number > 0
    union all
    select r.from_id from reaction r
      where r.brand_id = of_brand and r.from_id = other and r.to_id = one and r.kind in ('like', 'visit')
    union all
    -- By the key: somebody whom everybody likes is the last of many.
    select s.other_id from (select x.other_id from last_swipe x where x.brand_id = of_brand and x.profile_id = one
      offset 0) as s where s.other_id = other
  $$`,
  // Why a member does not want what somebody writes to him, or null. To be asked about whom chooses_senders holds for:
  // all others take everything. Whomever he has liked or written to may always write. Profiles of ours have a rule of
  // their own: they may answer him, once for each time that he writes.
  `create function write_refusal(of_brand uuid, sender uuid, receiver uuid, is_answer boolean) returns text
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
  $$`,
  // Whether the last word was his: what the other one writes then is an answer.
  `create function had_last_word(of_brand uuid, one uuid, other uuid) returns boolean stable language sql as $$
    select coalesce((select last_mine from inbox where brand_id = of_brand and owner_id = one and other_id = other), false)
  $$`,
  // Whether a profile of ours can write to a member at all. Both are read by their keys.
  `create function is_answerable(of_brand uuid, of_profile uuid, of_member uuid, is_answer boolean) returns boolean
    stable language sql as $$
    select p.status <> 'rejected' and closed_reason(false,
      exists (select from blocks_between(of_brand, of_profile, of_member)), m.status, a.status, true,
      a.paused_at is not null,
      case when a.chooses_senders then write_refusal(of_brand, of_profile, of_member, is_answer) end) is null
    from profile p
    join profile m on m.brand_id = of_brand and m.id = of_member
    join account a on a.brand_id = of_brand and a.id = m.account_id
    where p.brand_id = of_brand and p.id = of_profile
  $$`,
];
