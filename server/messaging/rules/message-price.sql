-- Who writes first begins the conversation and pays for it, even where the other one was here before and has not
-- written. Profiles of ours never pay.
create or replace function pays_for_conversation(is_member boolean, pays boolean, last_number integer) returns boolean
  language sql immutable parallel safe
  return is_member and (coalesce(last_number, 0) = 0 or pays);

-- What a message costs its writer: at level 0 one credit, at level 1 what the flow says, at level 2 nothing.
create or replace function message_price(pays boolean, level smallint, message_value integer) returns integer
  language sql immutable parallel safe
  return case when not pays or level = 2 then 0 when level = 0 then 1 else message_value end;

-- Of which credits: the first message of a free member is an icebreaker, as long as they have any.
create or replace function message_credit(pays boolean, level smallint, last_number integer, icebreaker_credits integer)
  returns text language sql immutable parallel safe
  return case when pays and level = 0 and coalesce(last_number, 0) = 0 and icebreaker_credits > 0
    then 'icebreaker' else 'message' end;

-- Whether the member has enough of those credits.
create or replace function can_afford_message(cost integer, credit text, message_credits integer, icebreaker_credits integer)
  returns boolean language sql immutable parallel safe
  return cost <= coalesce(case credit when 'icebreaker' then icebreaker_credits else message_credits end, 0);
