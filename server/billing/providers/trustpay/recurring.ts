/**
 * Unconfirmed: how TrustPay wants charges by a card on file is not in its public documents, so these names must be
 * confirmed with TrustPay before it takes real renewals. Its name for the first payment stands for the card.
 */
export const firstOfMany = { paymentType: 'RecurringInitial' };

export function followsUpon(firstInstanceId: string) {
  return { paymentType: 'Recurring', initialInstanceId: firstInstanceId };
}
