/** The steps in which a member lives a flow, and which of its fields belongs to each. */
export const flowSteps = ['arrives', 'looksAround', 'offered', 'pays', 'kept'] as const;
export type FlowStep = (typeof flowSteps)[number];

const stepOfField: Readonly<Record<string, FlowStep>> = {
  messageValue: 'looksAround',
  freePages: 'looksAround',
  keepsReserved: 'looksAround',
  quickLook: 'looksAround',
  paywalls: 'looksAround',
  plans: 'offered',
  upsell: 'offered',
  paymentMethods: 'pays',
  ageVerification: 'pays',
  messages: 'kept',
  invites: 'kept',
  ai: 'kept',
  returnGift: 'kept',
  frameUrl: 'kept',
};

export function stepOf([field]: readonly (string | number)[]): FlowStep {
  return stepOfField[String(field)] ?? 'arrives';
}

export const stepId = (step: FlowStep) => `step-${step}`;
