import { useTranslation } from 'react-i18next';
import { paymentMethods } from '#contract/billing/providers.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { FieldError } from '#ui/field.tsx';
import { useContentField } from '../form/content-form.tsx';
import { textsOf } from '../form/content.ts';
import { SwitchAt } from '../form/fields.tsx';
import { Section, SwitchList } from '../form/section.tsx';
import { stepId } from './steps.ts';

/** By what one can pay, and whether the age is asked for. Who takes the money is a matter of the brand. */
export function Pays() {
  const { t } = useTranslation('flows');
  const { value, error, change } = useContentField('paymentMethods');
  const chosen = textsOf(value);
  return (
    <Section id={stepId('pays')} title={t('step.pays')} text={t('stepText.pays')}>
      <fieldset>
        <legend className="text-[0.9375rem] font-semibold">{t('flow.paymentMethods')}</legend>
        <FieldError id={undefined}>{error}</FieldError>
        <div className="flex flex-wrap gap-x-6">
          {paymentMethods.map((method) => (
            <Checkbox
              key={method}
              label={t(`method.${method}`)}
              checked={chosen.includes(method)}
              onChange={({ target }) =>
                change(
                  paymentMethods.filter((each) => (each === method ? target.checked : chosen.includes(each))),
                )
              }
            />
          ))}
        </div>
      </fieldset>
      <SwitchList>
        <SwitchAt
          field="ageVerification"
          label={t('flow.ageVerification')}
          hint={t('flow.ageVerificationHint')}
        />
      </SwitchList>
    </Section>
  );
}
