import { Circle, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { EditedDraft } from '#console/features/publishing/use-draft.ts';
import { paths } from '#console/shell/paths.ts';
import { brandSettings } from '#contract/brand/brand.ts';
import { Card } from '#ui/card.tsx';
import type { BrandTab } from './tabs.ts';

/** What a brand that was never published still needs, each step leading to where it is done. */
export function FirstSteps({ brand, draft }: { brand: string; draft: EditedDraft }) {
  const { t } = useTranslation('brands');
  if (draft.live !== null) return null;
  const issues = brandSettings.safeParse(draft.content).error?.issues ?? [];
  const isDone = (...fields: string[]) => !issues.some(({ path }) => fields.includes(String(path[0])));
  const steps: { name: 'words' | 'company' | 'hostnames' | 'payments'; tab: BrandTab; done: boolean }[] = [
    { name: 'words', tab: 'words', done: isDone('title', 'tagline', 'description') },
    { name: 'company', tab: 'company', done: isDone('company', 'support') },
    { name: 'hostnames', tab: 'hostnames', done: isDone('hostnames', 'domain') },
    { name: 'payments', tab: 'payments', done: isDone('payment') },
  ];
  return (
    <Card as="section" className="flex flex-col gap-2 p-4!">
      <h2 className="text-base">{t('first.title')}</h2>
      <ol className="flex flex-col gap-1 text-sm">
        {steps.map(({ name, tab, done }) => (
          <li key={name} className="flex items-center gap-2">
            {done ? (
              <CircleCheck role="img" aria-label={t('first.done')} className="size-4.5 text-success-text" />
            ) : (
              <Circle role="img" aria-label={t('first.open')} className="size-4.5 text-muted" />
            )}
            <Link
              to={paths.brand(brand, name === 'company' && isDone('company') ? 'support' : tab)}
              className="touch-target relative underline-offset-2 hover:underline"
            >
              {t(`first.${name}`)}
            </Link>
          </li>
        ))}
      </ol>
      <p className="text-[0.8125rem] text-muted">{t('first.then')}</p>
    </Card>
  );
}
