import type { Language } from '../../../contract/kernel/constants.ts';
import type { LocalText } from '../../../contract/kernel/fields.ts';
import type { Flow, FlowSettings, PlanSettings, RatePlan } from '../../../contract/brand/flow.ts';
import type { Brand } from '../directory.ts';
import { mayFrame } from './may-frame.ts';

/** A flow as a browser sees it: texts in one language, plans spelled out. */
export function publicFlow(brand: Brand, settings: FlowSettings, language: Language): Flow {
  const plansOf = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const plan = brand.plans.get(id);
      return plan ? [publicPlan(plan, language)] : [];
    });
  const { plans, hooks } = settings;
  return {
    id: settings.id,
    freeMessages: settings.freeMessages,
    icebreakerCredits: settings.icebreakerCredits,
    likeCredits: settings.likeCredits,
    messageValue: settings.messageValue,
    ageVerification: settings.ageVerification,
    plans: {
      plain: plansOf(plans.plain),
      standard: plansOf(plans.standard),
      credits: plansOf(plans.credits),
      verification: plansOf(plans.verification),
    },
    hooks: Object.fromEntries(
      Object.entries(hooks).map(([name, texts]) => [
        name,
        {
          ...optional('title', texts.title, language),
          ...optional('text', texts.text, language),
          ...optional('button', texts.button, language),
        },
      ]),
    ),
    paymentMethods: settings.paymentMethods,
    invites: settings.invites,
    messages: settings.messages,
    vertical: settings.vertical,
    optIn: settings.optIn,
    ai: settings.ai,
    freePages: settings.freePages ?? null,
    // Saved before the brand took an origin back, it would lead there still.
    frameUrl:
      settings.frameUrl !== undefined && mayFrame(brand.settings, settings.frameUrl)
        ? settings.frameUrl
        : null,
    pages: [{ find: { hooks: settings.findHooks } }],
  };
}

function optional(name: string, text: LocalText | undefined, language: Language) {
  return text ? { [name]: text[language] } : {};
}

function publicPlan(plan: PlanSettings, language: Language): RatePlan {
  const { name, badge, priceNote, description, suggestion, oldPriceCents, period, ...others } = plan;
  // How the price is divided matters when somebody leaves, and is told there.
  const { creditsPriceCents: _, ...rest } = others;
  const local = (text: LocalText | undefined) => text?.[language] ?? null;
  return {
    ...rest,
    name: name[language],
    badge: local(badge),
    priceNote: local(priceNote),
    description: local(description),
    suggestion: local(suggestion),
    oldPriceCents: oldPriceCents ?? null,
    period: period ?? null,
  };
}
