import { useRef, useState } from 'react';
import type { PaymentOutcome } from '../../../../../contract/billing/payment-outcome.ts';
import { serverNow } from '../../../../../packages/client/clock.ts';
import { splitExpiry } from './type-expiry.ts';
import {
  type CardFaults,
  type CardField,
  type TypedCard,
  cardFields,
  emptyCard,
  findFaults,
  keepTypedCard,
  keptCard,
  refusedFault,
} from './typed-card.ts';

/** The card in the form. It lives as long as the page, and the security code only until it was sent. */
export function useTypedCard(owner: string) {
  const [card, setCard] = useState<TypedCard>(() => keptCard(owner));
  /** As it is now: a field may be left in the very moment in which it is completed. */
  const latest = useRef(card);
  const [faults, setFaults] = useState<CardFaults>({});
  /** What the bank found fault with. It stands until that field is changed. */
  const [refused, setRefused] = useState<CardFaults>({});
  const inputs = useRef<Partial<Record<CardField, HTMLInputElement>>>({});
  const now = () => new Date(serverNow());

  /** What was found fault with is looked at again with every key. */
  function change(field: CardField, value: string): void {
    const next = { ...latest.current, [field]: value };
    latest.current = next;
    setCard(next);
    setRefused(({ [field]: _changed, ...others }) => others);
    const found = findFaults(next, now());
    setFaults((known) => Object.fromEntries(Object.entries(found).filter(([name]) => name in known)));
  }

  /** Says what is wrong with a field that was left, unless nothing stands in it yet. */
  function leave(field: CardField): void {
    const fault = latest.current[field] && findFaults(latest.current, now())[field];
    if (fault) setFaults((known) => ({ ...known, [field]: fault }));
  }

  function focus(field: CardField): void {
    inputs.current[field]?.focus();
  }

  /** Whether it can be sent. Else the first field that needs a look has the focus. */
  function check(): boolean {
    const found = findFaults(card, now());
    setFaults(found);
    const first = cardFields.find((field) => found[field]);
    if (first) focus(first);
    return first === undefined;
  }

  /** It was sent: the code is gone from here, the rest stays for another try. */
  function forgetCode(): void {
    latest.current = { ...latest.current, securityCode: '' };
    setCard(latest.current);
  }

  /** Marks the field that a refusal is about and goes there. Says whether it is about one. */
  function markRefused(outcome: PaymentOutcome): boolean {
    const fault = refusedFault(outcome);
    if (!fault) return false;
    setRefused({ [fault.field]: fault.problem });
    focus(fault.field);
    return true;
  }

  /** Another card is to be typed. */
  function clear(): void {
    latest.current = emptyCard;
    setCard(emptyCard);
    setFaults({});
    setRefused({});
    focus('number');
  }

  function register(field: CardField) {
    return (input: HTMLInputElement | null) => {
      if (input) inputs.current[field] = input;
      else delete inputs.current[field];
    };
  }

  /** As it is sealed. All but the code is kept in mind, in case it has to be tried again. */
  function send() {
    keepTypedCard(card, owner);
    const { firstName, lastName, number, securityCode } = card;
    return {
      firstName: firstName.trim(),
      lastName: lastName.trim(),
      number,
      ...splitExpiry(card.expiry),
      securityCode,
    };
  }

  return {
    card,
    faults: { ...refused, ...faults },
    change,
    leave,
    focus,
    check,
    forgetCode,
    markRefused,
    clear,
    register,
    send,
  };
}

export type CardInForm = ReturnType<typeof useTypedCard>;
