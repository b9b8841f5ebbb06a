import type { Ref } from 'react';
import type { ProviderStep } from '../../../../../contract/billing/charges.ts';

type StepFormProps = {
  step: ProviderStep;
  /** The frame it goes to; without it, the whole page goes. */
  target?: string;
  ref: Ref<HTMLFormElement>;
};

/** What a provider wants to be sent by the browser. Nobody sees it. */
export function StepForm({ step, target, ref }: StepFormProps) {
  return (
    <form ref={ref} hidden action={step.url} method={step.method.toLowerCase()} target={target}>
      {Object.entries(step.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </form>
  );
}
