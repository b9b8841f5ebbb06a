import { Check, CircleAlert, Scale } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import { RULES, unionSources } from '#contract/countries/european-union.ts';
import type { RuleName } from '#contract/countries/european-union.ts';
import { countryData } from '#contract/countries/list.ts';
import type { Country } from '#contract/countries/list.ts';
import type { Problem } from '#contract/staff/brand-editing.ts';
import { Card } from '#ui/card.tsx';

/** Rules of a brand's company, its cookies and its processors stand with its settings. */
const ofSettings: ReadonlySet<RuleName> = new Set(['consent', 'descriptor', 'transfers']);
const shown = RULES.filter((rule) => !ofSettings.has(rule));

interface RulesPanelProps {
  country: Country;
  /** What the server found; nothing while it is being asked. */
  problems: readonly Problem[] | undefined;
}

/** What the law of the brand's country asks of its flows and plans, in plain words, and whether this keeps to it. */
export function RulesPanel({ country, problems }: RulesPanelProps) {
  const { t } = useTranslation('flows');
  const format = useFormat();
  const breaches = (problems ?? []).filter(({ kind }) => kind === 'unlawful');
  // What is no whole brand yet cannot be held against the law.
  const isChecked = problems !== undefined && !problems.some(({ kind }) => kind === 'invalid');
  return (
    <Card as="section" aria-labelledby="law-title" className="flex flex-col gap-3">
      <div className="flex flex-col gap-0.5">
        <h2 id="law-title" className="flex items-center gap-2 text-base">
          <Scale aria-hidden className="size-4.5 text-muted" />
          {t('law.title', { country: format.country(country) })}
        </h2>
        <p className="text-sm text-muted">{t(isChecked ? 'law.checked' : 'law.unchecked')}</p>
      </div>
      <ul className="flex flex-col gap-2.5">
        {shown.map((rule) => (
          <Rule
            key={rule}
            rule={rule}
            source={[unionSources[rule], countryData[country].sources[rule]].filter(Boolean).join('; ')}
            breaches={breaches.filter((breach) => breach.rule === rule)}
            isChecked={isChecked}
          />
        ))}
      </ul>
    </Card>
  );
}

interface RuleProps {
  rule: RuleName;
  source: string;
  breaches: readonly Problem[];
  isChecked: boolean;
}

function Rule({ rule, source, breaches, isChecked }: RuleProps) {
  const { t } = useTranslation('flows');
  const isBroken = breaches.length > 0;
  return (
    <li className="flex items-start gap-2.5 text-sm">
      {isBroken ? (
        <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-danger-text" />
      ) : (
        <Check
          aria-hidden
          className={`mt-0.5 size-4 shrink-0 ${isChecked ? 'text-success-text' : 'text-muted opacity-40'}`}
        />
      )}
      <div className="min-w-0 flex-1">
        <p className={isBroken ? 'font-semibold text-danger-text' : undefined}>
          {isBroken && <span className="sr-only">{t('law.broken')} </span>}
          {t(`rule.${rule}`)}
        </p>
        <p className="text-xs wrap-anywhere text-muted">{source}</p>
        {breaches.slice(0, 5).map(({ part, path, what }) => {
          const place = [part, ...path].join(' › ');
          return (
            <p key={`${place}: ${what}`} className="mt-1 text-xs wrap-anywhere">
              <code>{place}</code> {what}
            </p>
          );
        })}
        {breaches.length > 5 && (
          <p className="mt-1 text-xs text-muted">{t('law.more', { count: breaches.length - 5 })}</p>
        )}
      </div>
    </li>
  );
}
