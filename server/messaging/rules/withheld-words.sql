-- Who may not read the answers: a member who pays for the conversation and whose account blurs replies. Free messages
-- are readable all the same.
create or replace function words_withheld(pays boolean, replies_blurred boolean) returns boolean
  language sql immutable parallel safe return pays and replies_blurred;

-- How far the reader has come, as the other one may know it: withheld words count as unread.
create or replace function reported_read_to(pays boolean, replies_blurred boolean, read_to integer) returns integer
  language sql immutable parallel safe
  return case when words_withheld(pays, replies_blurred) then 0 else read_to end;
