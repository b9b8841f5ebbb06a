import { useRef, useState, type ChangeEvent, type ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { digitsOf, networkOf, securityCodeLength } from '../../../../../contract/billing/card.ts';
import type { PaymentOutcome } from '../../../../../contract/billing/payment-outcome.ts';
import { serverNow } from '../../../../../packages/client/clock.ts';
import { TextField } from '../../../../../packages/ui/text-field.tsx';
import {
  typeExpiry,
  isWholeNumber,
  typeNumber,
  splitExpiry,
  type Keyed,
  type Placed,
} from './card-typing.ts';
import { NetworkMark } from './network-mark.tsx';
import {
  findFaults,
  cardFields,
  emptyCard,
  storeTypedCard,
  storedCard,
  refusedFault,
  type CardField,
  type CardFaults,
  type TypedCard,
} from './typed-card.ts';

/** A card, typed or filled in by the browser. Each field hands over to the next when it is complete. */
export function CardForm({ form }: { form: CardInForm }) {
  const { t } = useTranslation('pay');
  const { card, change, focus } = form;
  const amex = networkOf(card.number) === 'amex';
  const codeLength = securityCodeLength(card.number);
  return (
    <div className="space-y-4">
      <CardInput
        form={form}
        field="number"
        label={t('card.number')}
        autoComplete="cc-number"
        inputMode="numeric"
        end={
          <span className="pr-2.5">
            <NetworkMark network={networkOf(card.number)} />
          </span>
        }
        onChange={(event) => {
          const { text, grown } = format(event, card.number, typeNumber);
          change('number', text);
          if (grown && isWholeNumber(text)) focus('expiry');
        }}
      />
      <div className="grid grid-cols-2 items-start gap-3">
        <CardInput
          form={form}
          field="expiry"
          label={t('card.expiry')}
          hint={t('card.expiryHint')}
          autoComplete="cc-exp"
          inputMode="numeric"
          onChange={(event) => {
            const { text, grown } = format(event, card.expiry, typeExpiry);
            change('expiry', text);
            const whole =
              text.length === 5 && !findFaults({ ...card, expiry: text }, new Date(serverNow())).expiry;
            if (grown && whole) focus('securityCode');
          }}
        />
        <CardInput
          form={form}
          field="securityCode"
          label={t('card.code')}
          hint={t(amex ? 'card.codeHintAmex' : 'card.codeHint')}
          autoComplete="cc-csc"
          inputMode="numeric"
          maxLength={codeLength}
          onChange={(event) => {
            const text = digitsOf(event.target.value).slice(0, codeLength);
            const whole = text.length === codeLength && text.length > card.securityCode.length;
            change('securityCode', text);
            if (whole && !card.firstName && isActive(event.target)) focus('firstName');
          }}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2 sm:gap-3">
        <CardInput
          form={form}
          field="firstName"
          label={t('card.firstName')}
          autoComplete="cc-given-name"
          maxLength={60}
          autoCapitalize="words"
          onChange={(event) => change('firstName', event.target.value)}
        />
        <CardInput
          form={form}
          field="lastName"
          label={t('card.lastName')}
          autoComplete="cc-family-name"
          maxLength={60}
          autoCapitalize="words"
          onChange={(event) => change('lastName', event.target.value)}
        />
      </div>
    </div>
  );
}

const faultWords = {
  invalid_number: 'faults.number',
  invalid_expiry_month: 'faults.month',
  invalid_expiry_year: 'faults.year',
  expired_card: 'faults.expired',
  invalid_cvc: 'faults.code',
} as const;
const nameWords = { firstName: 'faults.firstName', lastName: 'faults.lastName' } as const;

type CardInputProps = Omit<ComponentProps<typeof TextField>, 'form'> & { form: CardInForm; field: CardField };

function CardInput({ form, field, ...rest }: CardInputProps) {
  const { t } = useTranslation('pay');
  const { card, faults, leave, register } = form;
  const fault = faults[field];
  const words =
    fault === 'nameMissing' ? nameWords[field as keyof typeof nameWords] : fault && faultWords[fault];
  return (
    <TextField
      {...rest}
      ref={register(field)}
      name={field}
      required
      spellCheck={false}
      autoCorrect="off"
      value={card[field]}
      onBlur={() => leave(field)}
      error={words && t(words)}
    />
  );
}

/** Writes what was typed in its shape, with the caret where it belongs, and says whether somebody typed it to its end. */
function format(
  event: ChangeEvent<HTMLInputElement>,
  before: string,
  typing: (before: string, keyed: Keyed) => Placed,
): { text: string; grown: boolean } {
  const input = event.target;
  const deletes = deletionOf((event.nativeEvent as InputEvent).inputType);
  const { text, caret } = typing(before, {
    text: input.value,
    caret: input.selectionStart ?? input.value.length,
    deletes,
  });
  // By hand and at once: React would put the caret at the end.
  input.value = text;
  if (isActive(input)) input.setSelectionRange(caret, caret);
  return { text, grown: !deletes && isActive(input) && caret === text.length };
}

function deletionOf(inputType: string | undefined): Keyed['deletes'] {
  if (!inputType?.startsWith('delete')) return undefined;
  return inputType.endsWith('Forward') ? 'forward' : 'back';
}

function isActive(input: HTMLInputElement): boolean {
  return document.activeElement === input;
}

/** The card in the form. It lives as long as the page, and the security code only until it was sent. */
export function useTypedCard(owner: string) {
  const [card, setCard] = useState<TypedCard>(() => storedCard(owner));
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
    storeTypedCard(card, owner);
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
