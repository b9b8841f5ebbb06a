-- A job assesses the risk and tells the consoles (server/moderation/risk.ts).
create or replace function announce_moderation_case(of_brand uuid, of_kind text, of_id uuid) returns void language plpgsql as $$
begin
  perform add_job('moderation.assessCase', jsonb_build_object('brandId', of_brand, 'kind', of_kind, 'id', of_id),
    of_key => 'moderation.assessCase:' || of_kind || ':' || of_id);
end $$;

-- Opens a case, or makes it wait again where something else is to be seen now: a verdict on what was there is void.
-- Times are those of the wire, in milliseconds.
create or replace function open_moderation_case(of_brand uuid, of_kind text, of_id uuid, of_profile uuid, of_account uuid,
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
end $$;

create or replace function close_moderation_case(of_brand uuid, of_kind text, of_id uuid) returns void language sql as $$
  delete from moderation_case where brand_id = of_brand and kind = of_kind and id = of_id
$$;
