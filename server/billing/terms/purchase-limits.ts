import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/**
 * Whether the payer of an order had an offer for a first purchase before: by this account or, where cards are real, by
 * the same card or from the same device. What is known of devices is forgotten after a month. Test
 * cards are shared by all members, so where money is play money only the account counts.
 */
export const offerTaken = (
  order: string,
  fingerprint: RawBuilder<unknown>,
  byTraces: RawBuilder<unknown>,
) => sql`(exists (
    select from purchase other
    where other.brand_id = ${sql.ref(`${order}.brand_id`)} and other.account_id = ${sql.ref(`${order}.account_id`)}
      and other.id <> ${sql.ref(`${order}.id`)} and other.state = 'fulfilled' and other.first_offer)
  or ${byTraces} and (exists (
      select from purchase other
      where other.brand_id = ${sql.ref(`${order}.brand_id`)} and other.offer_card = ${fingerprint}
        and other.id <> ${sql.ref(`${order}.id`)})
    or exists (
      select from arrival here
      join arrival there on there.brand_id = here.brand_id and there.device_hash = here.device_hash
        and there.network_hash = here.network_hash and there.account_id <> here.account_id
      join purchase other on other.brand_id = there.brand_id and other.account_id = there.account_id
        and other.state = 'fulfilled' and other.first_offer
      where here.brand_id = ${sql.ref(`${order}.brand_id`)} and here.account_id = ${sql.ref(`${order}.account_id`)})))`;
