import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CheckCircle2, ShieldAlert } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call, explain } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { localMinute } from '#console/shell/local-minute.ts';
import { type Problem, type Proposal, publishProposal } from '#contract/staff/brand-editing.ts';
import { schedulePublication } from '#contract/staff/brand-schedule.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { Notice } from '#ui/notice.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { DifferenceLines } from './difference-lines.tsx';
import { ProblemList } from './problem-list.tsx';
import { refreshBrand, useCheck, useDifference } from './publishing-data.ts';

const LONGEST_NOTE = 500;
const AN_HOUR_MS = 3_600_000;

/** What is about to be done: drafts now or at a later moment, or a part or the whole brand as it was. */
export type Publishing = { proposal: Proposal; when: 'now' | 'later' };

interface PublishDialogProps {
  brand: string;
  /** Null while it is closed. */
  publishing: Publishing | null;
  onClose: () => void;
}

/** Shows what changes line by line, and what the law says, before anything is seen by members. */
export function PublishDialog({ brand, publishing, onClose }: PublishDialogProps) {
  const { t } = useTranslation(['publishing', 'shell']);
  const isBack = publishing !== null && publishing.proposal.of !== 'drafts';
  const title = isBack ? 'rollback' : publishing?.when === 'later' ? 'schedule' : 'publish';
  return (
    <Dialog
      open={publishing !== null}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t(`dialog.${title}`)}
      text={isBack ? t('dialog.rollbackText') : t('dialog.text')}
    >
      {publishing && <Review brand={brand} {...publishing} onDone={onClose} />}
    </Dialog>
  );
}

interface ReviewProps extends Publishing {
  brand: string;
  onDone: () => void;
}

function Review({ brand, proposal, when, onDone }: ReviewProps) {
  const { t } = useTranslation('publishing');
  const difference = useDifference(brand, proposal);
  const check = useCheck(brand, proposal);
  return (
    <div className="flex flex-col gap-5">
      <Loaded query={difference} skeleton={<SkeletonRows rows={4} />}>
        {({ parts }) => <DifferenceLines parts={parts} />}
      </Loaded>
      <Loaded query={check} skeleton={<p className="text-muted">{t('dialog.checking')}</p>}>
        {({ problems, publishable }) => (
          <>
            <Verdict problems={problems} />
            <PublishForm {...{ brand, proposal, when, onDone }} publishable={publishable} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function Verdict({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation('publishing');
  const blocking = problems.filter(({ blocks }) => blocks);
  const hints = problems.filter(({ blocks }) => !blocks);
  return (
    <>
      {blocking.length > 0 ? (
        <Notice tone="danger" icon={<ShieldAlert aria-hidden />} title={t('dialog.blocked')}>
          <ProblemList problems={blocking} />
        </Notice>
      ) : (
        <p className="flex items-center gap-2 text-sm text-success-text">
          <CheckCircle2 aria-hidden className="size-4.5" />
          {t('dialog.lawful')}
        </p>
      )}
      {hints.length > 0 && (
        <details className="rounded-field border border-line px-3 py-2">
          <summary className="cursor-pointer text-sm font-medium">
            {t('dialog.hints')} ({hints.length})
          </summary>
          <div className="pt-2">
            <ProblemList problems={hints} />
          </div>
        </details>
      )}
    </>
  );
}

function PublishForm({ brand, proposal, when, onDone, publishable }: ReviewProps & { publishable: boolean }) {
  const { t, i18n } = useTranslation(['publishing', 'shell']);
  const [note, setNote] = useState('');
  const [opened] = useState(() => Date.now());
  const [from, setFrom] = useState(() => localMinute(opened + AN_HOUR_MS));
  const [until, setUntil] = useState('');
  const [wrong, setWrong] = useState<'from' | 'until' | null>(null);
  const id = useId();
  const { mutate, isPending, error } = usePublish({ brand, proposal, onDone });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (when === 'now') return mutate({ note, times: null });
    const times = { from: new Date(from).getTime(), until: until === '' ? null : new Date(until).getTime() };
    if (!(times.from > Date.now())) return setWrong('from');
    if (times.until !== null && !(times.until > times.from)) return setWrong('until');
    setWrong(null);
    return mutate({ note, times });
  };
  const action = proposal.of !== 'drafts' ? 'back' : when;
  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      {error && <FormErrors title={explain(error, i18n)} />}
      {when === 'later' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            type="datetime-local"
            label={t('dialog.from')}
            required
            value={from}
            min={localMinute(opened)}
            error={wrong === 'from' ? t('dialog.fromWrong') : undefined}
            onChange={({ target }) => setFrom(target.value)}
          />
          <TextField
            type="datetime-local"
            label={t('dialog.until')}
            hint={t('dialog.untilHint')}
            value={until}
            min={from}
            error={wrong === 'until' ? t('dialog.untilWrong') : undefined}
            onChange={({ target }) => setUntil(target.value)}
          />
        </div>
      )}
      <TextArea
        label={t('dialog.note')}
        hint={t('dialog.noteHint')}
        value={note}
        rows={2}
        maxLength={LONGEST_NOTE}
        onChange={({ target }) => setNote(target.value)}
      />
      <Button type="submit" wide loading={isPending} disabled={!publishable}>
        {t(`dialog.${action === 'later' ? 'later' : action}`)}
      </Button>
    </form>
  );
}

interface Act {
  note: string;
  times: { from: number; until: number | null } | null;
}

function usePublish({ brand, proposal, onDone }: Pick<ReviewProps, 'brand' | 'proposal' | 'onDone'>) {
  const { t } = useTranslation('publishing');
  const format = useFormat();
  const client = useQueryClient();
  const toast = useToast();
  return useMutation({
    async mutationFn({ note, times }: Act) {
      if (times && proposal.of === 'drafts') {
        await call(schedulePublication, { brand, parts: proposal.parts, ...times, note });
        return t('dialog.scheduled', { at: format.dayAndClock(times.from) });
      }
      const { publication } = await call(publishProposal, { brand, proposal, note });
      if (publication === null) return t('dialog.same');
      return proposal.of === 'drafts' ? t('dialog.published') : t('dialog.rolledBack');
    },
    async onSuccess(text) {
      await refreshBrand(client, brand);
      toast({ kind: 'success', text });
      onDone();
    },
    // What has changed meanwhile is shown before it is tried again.
    onError: () => refreshBrand(client, brand),
  });
}
