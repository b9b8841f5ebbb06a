import type { ChangeEvent, ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { serverNow } from '#client/clock.ts';
import {
  type CardFields,
  digitsOf,
  findExpiryProblem,
  networkOf,
  securityCodeLength,
} from '#contract/billing/card.ts';
import type { SubmitForm } from '#site/shell/forms.ts';
import { TextField } from '#ui/text-field.tsx';
import { type Keyed, type Placed, isWholeNumber, typeExpiry, typeNumber } from './card-typing.ts';
import { NetworkMark } from './network-mark.tsx';

/** What the payment form holds: a card, whether it may be kept, and the box of the plain flow. */
export type PayValues = CardFields & { keepForLater: boolean; disclaimer: boolean };
export type CardInForm = Pick<SubmitForm<PayValues>, 'field' | 'values' | 'watch' | 'focus'>;

/** A card, typed or filled in by the browser. Each field hands over to the next when it is complete. */
export function CardForm({ form }: { form: CardInForm }) {
  const { t } = useTranslation('pay');
  const number = form.watch('number');
  const network = networkOf(number);
  const codeLength = securityCodeLength(number);
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
            <NetworkMark network={network} />
          </span>
        }
        onTyped={(input, before, deletes) => {
          const { text, atEnd } = format(input, typeNumber, { before, deletes });
          return atEnd && isWholeNumber(text) ? 'expiry' : undefined;
        }}
      />
      <div className="grid grid-cols-2 items-start gap-3 max-xs:grid-cols-1">
        <CardInput
          form={form}
          field="expiry"
          label={t('card.expiry')}
          hint={t('card.expiryHint')}
          autoComplete="cc-exp"
          inputMode="numeric"
          onTyped={(input, before, deletes) => {
            const { text, atEnd } = format(input, typeExpiry, { before, deletes });
            const isWhole = text.length === 5 && !findExpiryProblem(text, new Date(serverNow()));
            return atEnd && isWhole ? 'securityCode' : undefined;
          }}
        />
        <CardInput
          form={form}
          field="securityCode"
          label={t('card.code')}
          hint={t(network === 'amex' ? 'card.codeHintAmex' : 'card.codeHint')}
          autoComplete="cc-csc"
          inputMode="numeric"
          maxLength={codeLength}
          onTyped={(input, before) => {
            const text = digitsOf(input.value).slice(0, codeLength);
            if (input.value !== text) input.value = text;
            const isWhole = text.length === codeLength && text.length > before.length;
            return isWhole && isActive(input) && !form.values().firstName ? 'firstName' : undefined;
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
        />
        <CardInput
          form={form}
          field="lastName"
          label={t('card.lastName')}
          autoComplete="cc-family-name"
          maxLength={60}
          autoCapitalize="words"
        />
      </div>
    </div>
  );
}

const problemWords = {
  invalid_number: 'faults.number',
  invalid_expiry_month: 'faults.month',
  invalid_expiry_year: 'faults.year',
  expired_card: 'faults.expired',
  invalid_cvc: 'faults.code',
} as const;

/** What is said under the fields of a card, by the code of the problem. */
export function useCardWords() {
  const { t } = useTranslation('pay');
  const words = (code: string) => (isCardProblem(code) ? t(problemWords[code]) : undefined);
  return {
    number: words,
    expiry: words,
    securityCode: words,
    firstName: () => t('faults.firstName'),
    lastName: () => t('faults.lastName'),
  };
}

function isCardProblem(code: string): code is keyof typeof problemWords {
  return Object.hasOwn(problemWords, code);
}

type CardInputProps = Omit<ComponentProps<typeof TextField>, 'form'> & {
  form: CardInForm;
  field: keyof CardFields;
  /** Formats what was typed, and names the field whose turn it is then. */
  onTyped?: (
    input: HTMLInputElement,
    before: string,
    deletes: Keyed['deletes'],
  ) => keyof CardFields | undefined;
};

function CardInput({ form, field, onTyped, ...rest }: CardInputProps) {
  const { onChange, ...registered } = form.field(field);
  return (
    <TextField
      {...rest}
      {...registered}
      required
      spellCheck={false}
      autoCorrect="off"
      onChange={(event: ChangeEvent<HTMLInputElement>) => {
        const { inputType } = event.nativeEvent as InputEvent;
        const next = onTyped?.(event.target, form.values()[field], deletionOf(inputType));
        onChange(event);
        if (next) form.focus(next);
      }}
    />
  );
}

type Typing = (before: string, keyed: Keyed) => Placed;

/** Writes what was typed in its shape, with the caret where it belongs, and says whether it was typed to its end. */
function format(
  input: HTMLInputElement,
  typing: Typing,
  { before, deletes }: { before: string; deletes: Keyed['deletes'] },
): { text: string; atEnd: boolean } {
  const typed = { text: input.value, caret: input.selectionStart ?? input.value.length, deletes };
  const { text, caret } = typing(before, typed);
  input.value = text;
  if (isActive(input)) input.setSelectionRange(caret, caret);
  return { text, atEnd: !deletes && isActive(input) && caret === text.length };
}

function deletionOf(inputType: string | undefined): Keyed['deletes'] {
  if (!inputType?.startsWith('delete')) return undefined;
  return inputType.endsWith('Forward') ? 'forward' : 'back';
}

function isActive(input: HTMLInputElement): boolean {
  return document.activeElement === input;
}
