/** What became of a payment and stands in no row of its own: which states it went through, and what a provider said. */
export const paymentEventTables = [
  // Only ever added to, in the statement that writes the change itself. Support and finance read it as a timeline. It
  // holds no card, no address and no words of a person, so that it stays with the books when the account is erased.
  `create table payment_event (
    brand_id uuid not null,
    purchase_id uuid not null,
    id uuid not null,
    attempt_id uuid,
    at timestamptz not null,
    kind text not null check (kind in ('state', 'asked', 'held', 'refund')),
    details jsonb not null check (jsonb_typeof(details) = 'object' and length(details::text) <= 1000),
    primary key (brand_id, purchase_id, id),
    foreign key (brand_id, purchase_id) references purchase (brand_id, id)
  )`,
];
