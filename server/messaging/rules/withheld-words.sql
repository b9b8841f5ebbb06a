-- Who may not read the words that he is answered: in a conversation that he pays for, whose account blurs replies. Free
-- messages are readable all the same.
create or replace function words_withheld(pays boolean, replies_blurred boolean) returns boolean
  language sql immutable parallel safe return pays and replies_blurred;

-- How far he has read, as the other one may be told: nobody has read words that are withheld from him.
create or replace function reported_read_to(pays boolean, replies_blurred boolean, read_to integer) returns integer
  language sql immutable parallel safe
  return case when words_withheld(pays, replies_blurred) then 0 else read_to end;
