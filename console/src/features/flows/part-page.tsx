import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBrandStates } from '#console/features/publishing/brand-states.ts';
import { ConflictNotice } from '#console/features/publishing/conflict-notice.tsx';
import { History, Schedules } from '#console/features/publishing/history.tsx';
import { PublishPanel } from '#console/features/publishing/publish-panel.tsx';
import type { PartState } from '#console/features/publishing/publishing-data.ts';
import { SaveStatus } from '#console/features/publishing/save-status.tsx';
import type { EditedDraft } from '#console/features/publishing/use-draft.ts';
import { inBrand } from '#console/shell/brand-scope.ts';
import { paths } from '#console/shell/paths.ts';
import { useDraftProblems } from './brand-data.ts';
import { useProblemWords } from './form/content-form.tsx';
import type { ServerProblem } from './form/content-form.tsx';
import { type FieldProblem, findFieldProblems } from './form/validate.ts';
import { PartTags } from './part-tags.tsx';
import { RulesPanel } from './rules-panel.tsx';

interface PartPageProps {
  brand: string;
  kind: 'flow' | 'plan';
  draft: EditedDraft;
  title: string;
  known: readonly PartState[];
  /** What is published together: the part, and drafts that it needs. */
  parts: readonly string[];
  actions?: ReactNode;
  /** Beside the form, as members see it. */
  preview: ReactNode;
  /** Below everything else. */
  more?: ReactNode;
  children: (problems: PartProblems) => ReactNode;
}

export interface PartProblems {
  problems: readonly FieldProblem[];
  serverProblems: readonly ServerProblem[];
}

/** A flow or a plan that is being written: the form, how members see it, the law, and the way to the members. */
export function PartPage(props: PartPageProps) {
  const { brand, kind, draft, title, known, parts, actions, preview, more, children } = props;
  const { t } = useTranslation('flows');
  const { data: states } = useBrandStates();
  const state = states?.find((each) => each.brand === brand);
  const found = useDraftProblems(brand, known, parts);
  const problems = useMemo(() => findFieldProblems(kind, draft.content), [kind, draft.content]);
  const serverProblems = useServerProblems(draft.part, found, problems);
  const own = known.find(({ part }) => part === draft.part);
  return (
    <article className="flex flex-col gap-5">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-col gap-1.5">
          <p className="text-sm text-muted">
            <Link to={inBrand(paths.flows, brand)} className="text-muted underline-offset-2 hover:underline">
              {state?.title ?? brand} › {t('page.flows')}
            </Link>
          </p>
          <h1 tabIndex={-1} className="text-xl wrap-anywhere outline-none lg:text-2xl">
            {title}
          </h1>
          <div className="flex flex-wrap items-center gap-2">
            {own && <PartTags part={own} />}
            <SaveStatus draft={draft} />
          </div>
        </div>
        {actions}
      </header>
      <ConflictNotice draft={draft} />
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_23rem]">
        <div className="flex min-w-0 flex-col gap-4">
          {children({ problems, serverProblems })}
          {more}
        </div>
        <aside aria-label={t('beside')} className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-5">
          <PublishPanel brand={brand} parts={parts} flush={draft.flush} />
          {preview}
          {state?.country && <RulesPanel country={state.country} problems={found} />}
        </aside>
      </div>
      <Schedules brand={brand} />
      <History brand={brand} part={draft.part} />
    </article>
  );
}

/** What the server found in this part, where its fields have not said so themselves. */
function useServerProblems(
  part: string,
  found: ReturnType<typeof useDraftProblems>,
  own: readonly FieldProblem[],
): ServerProblem[] {
  const { t } = useTranslation('flows');
  const wordsOf = useProblemWords();
  const known = new Set(own.map(({ path }) => path.join('.')));
  return (found ?? []).flatMap((problem) => {
    if (problem.part !== part || !problem.blocks || known.has(problem.path.join('.'))) return [];
    const { path, kind, rule, what } = problem;
    if (kind === 'unlawful' && rule !== null)
      return [{ path, words: `${t(`rule.${rule as 'old_price'}`)} (${what})` }];
    if (kind === 'picture') return [{ path, words: t('problem.picture', { picture: what }) }];
    return [{ path, words: wordsOf({ path, kind: 'other', limit: null, what }) }];
  });
}
