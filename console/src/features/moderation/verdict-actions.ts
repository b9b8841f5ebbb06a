/** What a moderator does with cases: decide on one case or several, go on to the next, take a verdict back. */

import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { explain } from '#console/shell/api.ts';
import { paths } from '#console/shell/paths.ts';
import { UNDO_SECONDS } from '#contract/kernel/constants.ts';
import type { ModerationCase } from '#contract/moderation/cases.ts';
import { useToast } from '#ui/toast.tsx';
import {
  type VerdictInput,
  caseName,
  searchOf,
  useFilter,
  useGiveVerdicts,
  useNextCase,
  useUndoVerdicts,
} from './moderation-data.ts';

export interface VerdictActions {
  openNext: () => void;
  /** Goes on without deciding; the case is not offered again. */
  skip: (skipped: ModerationCase) => void;
  /**
   * Decides; from a case that is open it goes on to the next. That one is drawn for a moment longer: a key that is pressed
   * again is not about the next, and says nothing.
   */
  decide: (input: VerdictInput, from: 'case' | 'list') => void;
  undo: () => void;
  isBusy: boolean;
}

/** More than a moderator skips; the server takes no more. */
const MOST_SKIPPED = 100;

interface Given {
  verdicts: { brand: string; id: string }[];
  cases: readonly ModerationCase[];
}

const versionName = (each: ModerationCase) => `${caseName(each)} ${each.version}`;

export function useVerdictActions(): VerdictActions {
  const { t, i18n } = useTranslation('moderation');
  const filter = useFilter();
  const navigate = useNavigate();
  const toast = useToast();
  const next = useNextCase();
  const give = useGiveVerdicts();
  const takeBack = useUndoVerdicts();
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const last = useRef<Given | null>(null);
  /** What was decided on and not taken back. A change of the content is a new case. */
  const decided = useRef(new Set<string>());

  const show = (text: string, kind: 'plain' | 'success' | 'danger' = 'plain') =>
    toast({ name: 'moderation', kind, text });
  const showError = (error: unknown) => show(explain(error, i18n), 'danger');
  const search = searchOf(filter);
  const open = ({ brand, kind, id }: ModerationCase) =>
    navigate({ pathname: paths.moderationCase({ brand, kind, id }), search });

  const goOn = (without: readonly string[]) =>
    next.mutate(
      { ...filter, without: [...without] },
      {
        onSuccess: (taken) => {
          if (taken) void open(taken.case);
          else void navigate({ pathname: paths.moderation, search });
          if (!taken && last.current === null) show(t('noneLeft'));
        },
        onError: showError,
      },
    );

  const forget = (cases: readonly ModerationCase[]) =>
    cases.forEach((each) => decided.current.delete(versionName(each)));

  const undo = () => {
    const given = last.current;
    if (!given) return;
    last.current = null;
    takeBack.mutate(
      { verdicts: given.verdicts },
      {
        onSuccess: (undone) => {
          const inTime = undone.some(Boolean);
          show(t(inTime ? 'undone' : 'tooLate'), inTime ? 'plain' : 'danger');
          if (inTime) forget(given.cases);
          const [first, ...others] = given.cases;
          if (inTime && first && others.length === 0) void open(first);
        },
        onError: showError,
      },
    );
  };

  const report = (
    input: VerdictInput,
    outcomes: Awaited<ReturnType<typeof give.mutateAsync>>['outcomes'],
  ) => {
    const verdicts = outcomes.flatMap(({ verdictId }, index) => {
      const brand = input.cases[index]?.brand;
      return verdictId !== null && brand !== undefined ? [{ brand, id: verdictId }] : [];
    });
    const problems = (['taken', 'changed', 'gone'] as const).flatMap((problem) => {
      const count = outcomes.filter((each) => each.problem === problem).length;
      return count > 0 ? [t(`problem.${problem}`, { count })] : [];
    });
    const done = verdicts.length > 0 ? [t(`given.${input.verdict}`, { count: verdicts.length })] : [];
    last.current = verdicts.length > 0 ? { verdicts, cases: input.cases } : null;
    toast({
      name: 'moderation',
      kind: problems.length > 0 ? 'danger' : 'success',
      text: [...done, ...problems].join(' '),
      ...(verdicts.length > 0 && { action: { label: t('undo'), onClick: undo }, seconds: UNDO_SECONDS }),
    });
  };

  return {
    openNext: () => {
      if (!next.isPending) goOn(skipped);
    },
    skip: (shown) => {
      if (decided.current.has(versionName(shown))) return;
      const { id } = shown;
      const without = [...skipped, id].slice(-MOST_SKIPPED);
      setSkipped(without);
      goOn(without);
    },
    decide: ({ cases, ...verdict }, from) => {
      const input = { ...verdict, cases: cases.filter((each) => !decided.current.has(versionName(each))) };
      if (give.isPending || input.cases.length === 0) return;
      input.cases.forEach((each) => decided.current.add(versionName(each)));
      give.mutate(input, {
        onSuccess: ({ outcomes }) => {
          report(input, outcomes);
          forget(input.cases.filter((_, index) => !outcomes[index]?.verdictId));
          // A moderator who decided on something that changed meanwhile reads the new version first.
          if (from === 'case' && outcomes[0]?.problem !== 'changed') goOn(skipped);
        },
        onError: (error) => {
          forget(input.cases);
          showError(error);
        },
      });
    },
    undo,
    isBusy: give.isPending || next.isPending || takeBack.isPending,
  };
}
