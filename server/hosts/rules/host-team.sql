-- The team whose hosts answer for a profile; nil where all hosts of the brand do.
create or replace function team_of(of_brand uuid, of_profile uuid) returns uuid stable language sql as $$
  select coalesce((select h.team_id from house_profile h where h.brand_id = of_brand and h.profile_id = of_profile),
    '00000000-0000-0000-0000-000000000000')
$$;

-- All of a brand's lists.
create or replace function teams_of(of_brand uuid) returns setof uuid stable language sql as $$
  select '00000000-0000-0000-0000-000000000000'::uuid
  union all
  select id from host_team where brand_id = of_brand
$$;

-- The one rule of which lists of a brand a host answers: what is of no team, and what is of their own.
create or replace function teams_answered_by(of_brand uuid, host uuid) returns setof uuid stable language sql as $$
  select '00000000-0000-0000-0000-000000000000'::uuid
  union all
  select team_id from host_team_member where brand_id = of_brand and staff_id = host
$$;

-- Another team answers for a profile: what waits there moves to its queue, and a host who has it keeps it until they give
-- it back.
create or replace function move_to_team() returns trigger language plpgsql as $$
declare
  next_team uuid := team_of(new.brand_id, new.profile_id);
begin
  update waiting_reply w set team_id = next_team from inbox i
  where i.brand_id = new.brand_id and i.owner_id = new.profile_id
    and w.brand_id = i.brand_id and w.conversation_id = i.conversation_id and w.team_id <> next_team;
  update answered_conversation w set team_id = next_team from inbox i
  where i.brand_id = new.brand_id and i.owner_id = new.profile_id
    and w.brand_id = i.brand_id and w.conversation_id = i.conversation_id and w.team_id <> next_team;
  return null;
end $$;

create or replace trigger house_profile_team after update of team_id on house_profile for each row
  when (old.team_id is distinct from new.team_id) execute function move_to_team();
