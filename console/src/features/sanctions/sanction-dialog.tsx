import { Gavel } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { call } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { KeyButton } from '#console/shell/key-button.tsx';
import { useKeys } from '#console/shell/keys.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { useRefreshMembers } from '#console/shell/members.ts';
import type { Place } from '#console/shell/members.ts';
import { writing } from '#contract/kernel/text.ts';
import {
  type SanctionHistory,
  type SanctionKind,
  imposeSanction,
  sanctionKinds,
  sanctionReasons,
} from '#contract/moderation/sanctions.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useToast } from '#ui/toast.tsx';
import { useSanctions } from './sanction-history.tsx';

type SanctionButtonProps = {
  member: Place;
  name: string;
  /** After a sanction was imposed. */
  onImposed?: () => void;
};

/** Opens the dialog in which a moderator warns, hides, mutes, suspends or closes. */
export function SanctionButton({ member, name, onImposed }: SanctionButtonProps) {
  const { t } = useTranslation(['sanctions', 'shell']);
  const [open, setOpen] = useState(false);
  useKeys({ g: () => setOpen(true) });
  return (
    <>
      <KeyButton variant="secondary" icon={Gavel} letter="G" onClick={() => setOpen(true)}>
        {t('open')}
      </KeyButton>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        closeLabel={t('shell:close')}
        title={t('title', { name })}
        text={t('told')}
      >
        {open && (
          <SanctionForm
            member={member}
            onDone={() => {
              setOpen(false);
              onImposed?.();
            }}
          />
        )}
      </Dialog>
    </>
  );
}

function SanctionForm({ member, onDone }: { member: Place; onDone: () => void }) {
  const query = useSanctions(member);
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={4} />}>
      {(history) => <LoadedForm member={member} history={history} onDone={onDone} />}
    </Loaded>
  );
}

/** How long each sort may last, in hours; the last is until it is lifted. */
const durations = { h24: 24, h72: 72, h168: 168, h720: 720, open: null } as const;
type Duration = keyof typeof durations;
const durationNames = ['h24', 'h72', 'h168', 'h720', 'open'] as const satisfies readonly Duration[];

const durationsOf: Record<SanctionKind, readonly Duration[]> = {
  warning: [],
  hide: durationNames,
  mute: ['h24', 'h72', 'h168', 'h720'],
  suspend: ['h24', 'h72', 'h168', 'h720'],
  close: [],
};

const schema = z.object({
  reason: z.enum(sanctionReasons),
  kind: z.enum(sanctionKinds),
  duration: z.enum(durationNames),
  note: writing(500),
});

type LoadedFormProps = { member: Place; history: SanctionHistory; onDone: () => void };

/** The ladder proposes; the moderator decides. */
function LoadedForm({ member, history, onDone }: LoadedFormProps) {
  const { t } = useTranslation('sanctions');
  const refresh = useRefreshMembers();
  const toast = useToast();
  const [id] = useState(() => crypto.randomUUID());
  const { strikes, suggestions } = history;
  const first = suggestions.offensive;
  const form = useSubmitForm<z.output<typeof schema>, z.output<typeof schema>>({
    defaults: {
      reason: 'offensive',
      kind: first.kind,
      duration: nameOf(first.hours),
      note: '',
    },
    schema: async () => schema,
    async submit({ reason, kind, duration, note }) {
      const hours = durationsOf[kind].includes(duration) ? durations[duration] : null;
      await call(imposeSanction, { ...member, id, kind, reason, hours, note });
      toast({ kind: 'success', text: t('imposed') });
      await refresh();
      onDone();
    },
  });
  const reason = form.watch('reason');
  const kind = form.watch('kind');
  const proposed = suggestions[reason];
  const offered = durationsOf[kind];
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <p className="text-sm font-medium">{strikes === 0 ? t('none') : t('strikes', { count: strikes })}</p>
      <SelectField
        {...form.field('reason')}
        label={t('reason')}
        options={sanctionReasons.map((each) => ({ value: each, label: t(`reasons.${each}`) }))}
        onChange={({ target }) => {
          const chosen = sanctionReasons.find((each) => each === target.value) ?? 'offensive';
          form.change('reason', chosen);
          form.change('kind', suggestions[chosen].kind);
          form.change('duration', nameOf(suggestions[chosen].hours));
        }}
      />
      <SelectField
        {...form.field('kind')}
        label={t('kind')}
        options={sanctionKinds.map((each) => ({
          value: each,
          label: each === proposed.kind ? t('proposed', { kind: t(`kinds.${each}`) }) : t(`kinds.${each}`),
        }))}
        onChange={({ target }) => {
          const chosen = sanctionKinds.find((each) => each === target.value) ?? 'warning';
          form.change('kind', chosen);
          // What was proposed for another sort, such as a closure for good, may not be had with this one.
          const [shortest] = durationsOf[chosen];
          if (shortest && !durationsOf[chosen].includes(form.watch('duration')))
            form.change('duration', shortest);
        }}
      />
      {offered.length > 0 && (
        <SelectField
          {...form.field('duration')}
          label={t('duration')}
          options={offered.map((each) => ({ value: each, label: t(`hours.${each}`) }))}
        />
      )}
      <TextArea {...form.field('note')} label={t('note')} hint={t('noteHint')} rows={2} maxLength={500} />
      <Button type="submit" variant="danger" loading={form.busy}>
        {t('impose')}
      </Button>
    </form>
  );
}

function nameOf(hours: number | null): Duration {
  return durationNames.find((name) => durations[name] === hours) ?? 'h24';
}
