import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { explain } from '#console/shell/api.ts';
import type { CaseKey } from '#contract/moderation/cases.ts';
import { useToast } from '#ui/toast.tsx';
import { refreshQueues } from './moderation-data.ts';

export interface AnsweredCaseProps {
  place: Pick<CaseKey, 'brand' | 'id'>;
  onAnswered: () => void;
  /** The keys belong to others at this moment. */
  idle: boolean;
}

/** Answers a case in a way of its own, says so, and goes on to the next. */
export function useCaseAnswer(done: string, onAnswered: () => void) {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  const answer = useMutation({
    mutationFn: (give: () => Promise<unknown>) => give(),
    onSuccess: () => {
      toast({ name: 'moderation', kind: 'success', text: done });
      onAnswered();
    },
    onError: (error) => toast({ name: 'moderation', kind: 'danger', text: explain(error, i18n) }),
    onSettled: () => refreshQueues(client),
  });
  return {
    isBusy: answer.isPending,
    /** Once it is answered the case is drawn for a moment longer, and a key that is pressed again does nothing. */
    give: (send: () => Promise<unknown>) => {
      if (!answer.isPending && !answer.isSuccess) answer.mutate(send);
    },
  };
}
