-- When a profile of ours answers, as members read it: the part of the day in which all its hours are, or that it is
-- paused. Null where neither is true.
create or replace function answering_time(status text, answers_from smallint, answers_to smallint) returns text
  language sql immutable parallel safe
  return case
    when status = 'hidden' then 'later'
    when answers_from >= 360 and answers_to between answers_from and 720 then 'morning'
    when answers_from >= 720 and answers_to between answers_from and 1080 then 'afternoon'
    when answers_from >= 1080 and (answers_to > answers_from or answers_to = 0) then 'evening'
    when (answers_from >= 1320 or answers_from < answers_to) and answers_to between 1 and 360 then 'night' end;
