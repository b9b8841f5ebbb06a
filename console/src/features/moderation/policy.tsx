import { useTranslation } from 'react-i18next';
import { verdictsOf } from '#contract/moderation/cases.ts';
import type { ModerationKind } from '#contract/moderation/cases.ts';
import { refusalReasons } from '#contract/moderation/refusals.ts';

/** What is allowed, and what each reason of a refusal means. */
export function Policy({ kind }: { kind: ModerationKind }) {
  const { t } = useTranslation('moderation');
  return (
    <div className="flex flex-col gap-3 text-[0.8125rem] leading-relaxed">
      <p>{t(`policy.${kind}.allowed`)}</p>
      <p>{t(`policy.${kind}.refused`)}</p>
      {verdictsOf[kind].includes('refuse') && (
        <>
          <h3 className="mt-2 text-sm font-semibold">{t('policy.reasons')}</h3>
          <ol className="flex flex-col gap-2">
            {refusalReasons.map((reason, index) => (
              <li key={reason}>
                <span className="font-semibold">
                  {index + 1}. {t(`refusals.${reason}`)}
                </span>
                <span className="block text-muted">{t(`policy.means.${reason}`)}</span>
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}
