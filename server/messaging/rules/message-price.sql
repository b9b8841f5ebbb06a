-- What a message costs its writer: at level 0 one credit, at level 1 what the flow says, at level 2 nothing.
create or replace function message_price(pays boolean, level smallint, message_value integer) returns integer
  language sql immutable parallel safe
  return case when not pays or level = 2 then 0 when level = 0 then 1 else message_value end;
