-- Who may not read the answers: a member who pays for the conversation and whose account blurs replies. Free messages
-- are readable all the same.
create or replace function words_withheld(pays boolean, replies_blurred boolean) returns boolean
  language sql immutable parallel safe return pays and replies_blurred;

-- How far the reader has come, as the other one may know it: withheld words count as unread.
create or replace function reported_read_to(pays boolean, replies_blurred boolean, read_to integer) returns integer
  language sql immutable parallel safe
  return case when words_withheld(pays, replies_blurred) then 0 else read_to end;

-- Whose telephone numbers are covered from those whom they write to, as long as it is so: members who have bought nothing
-- yet. It is asked when words are read, so that a purchase uncovers what was written before it.
create or replace function covers_phones(writer_level smallint) returns boolean
  language sql immutable parallel safe return coalesce(writer_level = 0, false);

create or replace function covers_phones_of(of_brand uuid, writer uuid) returns boolean
  language sql stable parallel safe
  return (select covers_phones(a.level) from profile p
    left join account a on a.brand_id = p.brand_id and a.id = p.account_id
    where p.brand_id = of_brand and p.id = writer);

-- The writer is looked up for the few messages alone that hold a number.
create or replace function phone_covered(has_phone boolean, of_brand uuid, writer uuid) returns boolean
  language sql stable parallel safe
  return case when has_phone then covers_phones_of(of_brand, writer) else false end;

-- What the reader sees of words that are kept both ways: a preview, which the other one may have written, or an
-- invitation.
create or replace function shown_words(said text, covered text, of_brand uuid, writer uuid) returns text
  language sql stable parallel safe
  return case when covered is not null and covers_phones_of(of_brand, writer)
    then covered else said end;
