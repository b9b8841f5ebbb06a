import { CheckCheck, Coins, Crown, Eye, Heart, Lock, MapPin, Scroll, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type PaywallName, paywallWords } from '#contract/brand/paywalls.ts';
import { Button } from '#ui/button.tsx';
import { FieldError } from '#ui/field.tsx';
import { SwitchRow } from '#ui/settings-row.tsx';
import { useContentField, useContentForm } from '../form/content-form.tsx';
import { objectOf } from '../form/content.ts';
import { Disclosure } from '../form/disclosure.tsx';
import { LocalTextAt } from '../form/local-text-at.tsx';
import { SwitchList } from '../form/section.tsx';
import { isShownByName } from './named-paywalls.ts';

const icons: Record<PaywallName, LucideIcon> = {
  out_of_credits: Coins,
  out_of_likes: Heart,
  more_pages: Users,
  profile_locked: Lock,
  premium_member: Crown,
  premium_member_compliant: Scroll,
  blurred: Eye,
  change_region: MapPin,
  read_receipts: CheckCheck,
};
const names = Object.keys(paywallWords) as PaywallName[];

export type ShowPaywall = ((paywall: PaywallName) => void) | undefined;

type Unreached = 'freePages' | 'keepsReserved' | 'ageVerification';

/** Each popup that leads to the plans: whether it comes in this flow, and what it says there. */
export function Paywalls({ onShow }: { onShow: ShowPaywall }) {
  const { t } = useTranslation('flows');
  const { content } = useContentForm();
  const unreached = (name: PaywallName): Unreached | undefined => {
    if (content['ageVerification'] === true && !isShownByName(name)) return 'ageVerification';
    if (name === 'more_pages' && content['freePages'] === undefined) return 'freePages';
    return name === 'profile_locked' && content['keepsReserved'] !== true ? 'keepsReserved' : undefined;
  };
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h3 className="text-base">{t('paywalls.title')}</h3>
        <p className="text-sm text-muted">{t('paywalls.text')}</p>
      </div>
      {names.map((name) => (
        <PaywallField key={name} name={name} unreached={unreached(name)} onShow={onShow} />
      ))}
    </div>
  );
}

interface PaywallFieldProps {
  name: PaywallName;
  /** What in the flow keeps it from ever opening: words for one that never comes are refused. */
  unreached: Unreached | undefined;
  onShow: ShowPaywall;
}

function PaywallField({ name, unreached, onShow }: PaywallFieldProps) {
  const { t } = useTranslation('flows');
  const field = `paywalls.${name}`;
  const { value, error, change } = useContentField(field);
  const isNamed = value !== undefined;
  const hasWords = Object.keys(objectOf(value)).length > 0;
  const isShown = isShownByName(name) ? isNamed : unreached === undefined;
  const Icon = icons[name];
  return (
    <Disclosure
      title={
        <span className="inline-flex items-center gap-2.5">
          <Icon aria-hidden className="size-4.5 shrink-0 text-muted" />
          {t(`paywall.${name}`)}
        </span>
      }
      detail={t(isShown ? (hasWords ? 'paywalls.ownWords' : 'paywalls.ourWords') : 'paywalls.never')}
      isAtFault={error !== undefined}
    >
      <p className="text-sm text-muted">{t(`paywallText.${name}`)}</p>
      <FieldError id={undefined}>{error}</FieldError>
      {isShownByName(name) && (
        <SwitchList>
          <SwitchRow
            label={t('paywalls.shown')}
            checked={isNamed}
            onChange={(checked) => change(checked ? {} : undefined)}
          />
        </SwitchList>
      )}
      {unreached && <p className="text-sm">{t(`paywalls.unreached.${unreached}`)}</p>}
      {(isShown || hasWords) && (
        <>
          <LocalTextAt field={`${field}.title`} label={t('paywalls.heading')} maxLength={300} optional />
          <LocalTextAt
            field={`${field}.text`}
            label={t('paywalls.body')}
            maxLength={2000}
            rows={3}
            optional
          />
          <LocalTextAt field={`${field}.button`} label={t('paywalls.button')} maxLength={300} optional />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        {onShow && isShown && (
          <Button variant="secondary" size="sm" onClick={() => onShow(name)}>
            {t('paywalls.show')}
          </Button>
        )}
        {hasWords && (
          <Button variant="ghost" size="sm" onClick={() => change(isShownByName(name) ? {} : undefined)}>
            {t('paywalls.backToOurs')}
          </Button>
        )}
      </div>
    </Disclosure>
  );
}
