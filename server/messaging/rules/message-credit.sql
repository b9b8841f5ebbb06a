-- And of which credits: the first message of a free member is an icebreaker, as long as they have any.
create or replace function message_credit(pays boolean, level smallint, last_number integer, icebreaker_credits integer)
  returns text language sql immutable parallel safe
  return case when pays and level = 0 and coalesce(last_number, 0) = 0 and icebreaker_credits > 0
    then 'icebreaker' else 'message' end;

-- Whether the member has enough of those credits.
create or replace function can_afford_message(cost integer, credit text, message_credits integer, icebreaker_credits integer)
  returns boolean language sql immutable parallel safe
  return cost <= coalesce(case credit when 'icebreaker' then icebreaker_credits else message_credits end, 0);
