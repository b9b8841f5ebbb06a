import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { explain } from '../../shell/api.ts';
import { refreshQueues } from '../moderation/moderation-data.ts';

/** Answers a case in a way of its own, says so, and goes on to the next. */
export function useCaseAnswer(done: string, onAnswered: () => void) {
  const { i18n } = useTranslation();
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: (give: () => Promise<unknown>) => give(),
    onSuccess: () => {
      toast({ name: 'moderation', kind: 'success', text: done });
      onAnswered();
    },
    onError: (error) => toast({ name: 'moderation', kind: 'danger', text: explain(error, i18n) }),
    onSettled: () => refreshQueues(client),
  });
}
