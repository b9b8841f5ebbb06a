-- Whether a conversation waits for its owner: the other one had the last word, which the owner may read, has not deleted and
-- has not kindly left without an answer.
create or replace function owes_answer(last_mine boolean, declined boolean, has_words boolean, withheld boolean)
  returns boolean language sql immutable parallel safe
  return has_words and not last_mine and not declined and not withheld;
