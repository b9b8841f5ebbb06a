import { ContentFormProvider, type ServerProblem } from '../form/content-form.tsx';
import type { Content, Path } from '../form/content.ts';
import type { FieldProblem } from '../form/validate.ts';
import type { KnownPlan } from '../known-plan.ts';
import { Arrives } from './arrives.tsx';
import { Kept } from './kept.tsx';
import { LooksAround } from './looks-around.tsx';
import { isShownByName } from './named-paywalls.ts';
import { Offered } from './offered.tsx';
import { Pays } from './pays.tsx';
import type { ShowPaywall } from './paywalls.tsx';
import { StepNav } from './step-nav.tsx';
import { stepOf } from './steps.ts';

interface FlowFormProps {
  brand: string;
  content: Content;
  onChange: (content: Content) => void;
  problems: readonly FieldProblem[];
  serverProblems: readonly ServerProblem[];
  plans: readonly KnownPlan[];
  /** Shows a popup beside the form, as a member sees it. */
  onShow?: ShowPaywall;
}

/** A popup that is shown only where it is named, and a gift that is turned on: while there are no words or numbers yet. */
const keepsEmpty = ([field, name]: Path) =>
  field === 'returnGift' || (field === 'paywalls' && isShownByName(String(name)));

/** A flow on one page, in the order in which a member lives it. */
export function FlowForm(props: FlowFormProps) {
  const { brand, content, onChange, problems, serverProblems, plans, onShow } = props;
  const wrongSteps = [...problems, ...serverProblems].map(({ path }) => stepOf(path));
  return (
    <ContentFormProvider {...{ content, onChange, problems, serverProblems, keepsEmpty }}>
      <div className="flex min-w-0 flex-col gap-4">
        <StepNav content={content} wrongSteps={wrongSteps} />
        <Arrives brand={brand} />
        <LooksAround onShow={onShow} />
        <Offered brand={brand} plans={plans} />
        <Pays />
        <Kept />
      </div>
    </ContentFormProvider>
  );
}
