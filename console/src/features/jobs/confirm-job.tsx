import { useTranslation } from 'react-i18next';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { explain } from '../../lib/explain.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { useJobAction } from './use-jobs.ts';
import type { Job, JobAction } from './use-jobs.ts';

export interface AskedOfJob {
  action: JobAction;
  job: Job;
}

interface ConfirmJobProps {
  /** Stays while the dialog closes, so that its words do not vanish before it does. */
  asked: AskedOfJob;
  open: boolean;
  onClose: () => void;
}

export function ConfirmJob({ asked: { action, job }, open, onClose }: ConfirmJobProps) {
  const { t } = useTranslation();
  const toast = useToast();
  const act = useJobAction();
  const confirm = () =>
    act.mutate(
      { action, id: job.id },
      {
        onSuccess: () => toast({ kind: 'success', text: t(`jobs.done.${action}`, { task: job.task }) }),
        onError: (error) => toast({ kind: 'danger', text: explain(error, t) }),
        onSettled: onClose,
      },
    );
  return (
    <Confirm
      open={open}
      title={t(`jobs.confirm.${action}`)}
      text={t(`jobs.confirmText.${action}`, { task: job.task, id: job.id })}
      action={t(`jobs.${action}`)}
      danger={action === 'discard'}
      busy={act.isPending}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
