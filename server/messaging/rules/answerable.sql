-- Whether a profile of ours can write to a member at all. Both are read by their keys.
create or replace function is_answerable(of_brand uuid, of_profile uuid, of_member uuid, is_answer boolean) returns boolean
  stable language sql as $$
  select p.status not in ('rejected', 'retired') and closed_reason(false,
    exists (select from blocks_between(of_brand, of_profile, of_member)), m.status, a.status, true,
    a.paused_at is not null,
    case when a.chooses_senders then write_refusal(of_brand, of_profile, of_member, is_answer) end) is null
  from profile p
  join profile m on m.brand_id = of_brand and m.id = of_member
  join account a on a.brand_id = of_brand and a.id = m.account_id
  where p.brand_id = of_brand and p.id = of_profile
$$;
