import { useTranslation } from 'react-i18next';
import type { Problem } from '#contract/staff/brand-editing.ts';
import { Tag } from '#ui/badge.tsx';
import { usePathWords } from './path-words.ts';

const MOST_SHOWN = 30;

/** What keeps a publication back, each with the law that asks for it, or what is good to know. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('publishing');
  const pathWords = usePathWords();
  return (
    <>
      <ul className="flex flex-col gap-2 text-[0.8125rem]">
        {problems.slice(0, MOST_SHOWN).map((problem) => (
          <li key={`${problem.part} ${problem.path.join('/')} ${problem.rule} ${problem.what}`}>
            <span className="flex flex-wrap items-baseline gap-x-2">
              <Tag tone={problem.blocks ? 'danger' : 'warning'}>{t(`problem.${problem.kind}`)}</Tag>
              <span className="font-medium wrap-anywhere">{pathWords(problem.path)}</span>
              <span className="text-muted wrap-anywhere">{problem.what}</span>
            </span>
            {problem.source && (
              <span className="block text-xs text-muted">
                {t('dialog.source', { source: problem.source })}
              </span>
            )}
          </li>
        ))}
      </ul>
      {problems.length > MOST_SHOWN && (
        <p className="mt-2 text-xs text-muted">
          {t('dialog.hidden', { count: problems.length - MOST_SHOWN })}
        </p>
      )}
    </>
  );
}
