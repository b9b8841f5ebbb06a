import { useTranslation } from 'react-i18next';
import { LANDING_PAGES, SIGN_UP_STEPS, usualBlocks } from '#contract/brand/landing.ts';
import type { LandingBlock, LandingPage } from '#contract/brand/landing.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { FieldError } from '#ui/field.tsx';
import { useContentField } from '../form/content-form.tsx';
import { objectOf, textsOf } from '../form/content.ts';
import { Disclosure } from '../form/disclosure.tsx';
import { LocalTextAt } from '../form/local-text-at.tsx';
import { OrderList } from '../form/order-list.tsx';
import { LandingPictures } from './landing-pictures.tsx';

const HEADLINE_LENGTH = 80;
const LEAD_LENGTH = 240;
const BLOCKS: readonly LandingBlock[] = ['people', 'features', 'reviews'];

/** The pages that adverts lead to, each as the brand has it or as this flow says it. */
export function Landings({ brand }: { brand: string }) {
  const { t } = useTranslation('flows');
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 className="text-base">{t('landing.title')}</h3>
        <p className="text-sm text-muted">{t('landing.text')}</p>
      </div>
      {LANDING_PAGES.map((page) => (
        <LandingVariant key={page} brand={brand} page={page} />
      ))}
    </div>
  );
}

function LandingVariant({ brand, page }: { brand: string; page: LandingPage }) {
  const { t } = useTranslation('flows');
  const field = `landings.${page}`;
  const { value, error, change } = useContentField(field);
  const isVaried = Object.keys(objectOf(value)).length > 0;
  return (
    <Disclosure
      title={t(`landing.page.${page}`)}
      detail={t(isVaried ? 'landing.varied' : 'landing.asBrand')}
      isAtFault={error !== undefined}
    >
      <LocalTextAt
        field={`${field}.headline`}
        label={t('landing.headline')}
        maxLength={HEADLINE_LENGTH}
        optional
      />
      <LocalTextAt
        field={`${field}.lead`}
        label={t('landing.lead')}
        maxLength={LEAD_LENGTH}
        rows={2}
        optional
      />
      <LandingPictures brand={brand} field={`${field}.pictures`} />
      {page !== 'asignup' && <Steps field={`${field}.steps`} />}
      <Blocks field={`${field}.blocks`} page={page} />
      {isVaried && (
        <Button variant="secondary" size="sm" className="self-start" onClick={() => change(undefined)}>
          {t('landing.backToBrand')}
        </Button>
      )}
    </Disclosure>
  );
}

/** In which order the sign-up asks. The account comes last: the consents stand beside its button. */
function Steps({ field }: { field: string }) {
  const { t } = useTranslation('flows');
  const { value, error, change } = useContentField(field);
  const written = SIGN_UP_STEPS.every((step) => textsOf(value).includes(step)) ? textsOf(value) : [];
  const steps = written.length === SIGN_UP_STEPS.length ? written : [...SIGN_UP_STEPS];
  return (
    <div className="flex flex-col gap-2">
      <p className="text-[0.9375rem] font-semibold">{t('landing.steps')}</p>
      <FieldError id={undefined}>{error}</FieldError>
      <OrderList
        name={t('landing.steps')}
        items={SIGN_UP_STEPS.map((id) => ({ id, title: t(`landing.step.${id}`) })).toSorted(
          (one, other) => steps.indexOf(one.id) - steps.indexOf(other.id),
        )}
        onChange={change}
      />
    </div>
  );
}

/** What stands beside the hero and its card. */
function Blocks({ field, page }: { field: string; page: LandingPage }) {
  const { t } = useTranslation('flows');
  const { value, error, change } = useContentField(field);
  const shown: readonly string[] = Array.isArray(value) ? textsOf(value) : usualBlocks[page];
  return (
    <fieldset className="flex flex-col">
      <legend className="text-[0.9375rem] font-semibold">{t('landing.blocks')}</legend>
      <FieldError id={undefined}>{error}</FieldError>
      <div className="flex flex-wrap gap-x-6">
        {BLOCKS.map((block) => (
          <Checkbox
            key={block}
            label={t(`landing.block.${block}`)}
            checked={shown.includes(block)}
            onChange={({ target }) =>
              change(target.checked ? [...shown, block] : shown.filter((each) => each !== block))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
