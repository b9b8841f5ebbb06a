import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { DAY } from '#client/dates.ts';
import { call } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { useRefreshMembers } from '#console/shell/members.ts';
import type { Place } from '#console/shell/members.ts';
import { line, writing } from '#contract/kernel/text.ts';
import {
  MOST_CREDITS,
  type MemberPage,
  adjustCredits,
  disableMember,
  enableMember,
  eraseMember,
} from '#contract/staff/members.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';

export type FormName = 'disable' | 'enable' | 'erase' | 'credits';

/** Everything that one of the forms asks for. */
const values = z.object({
  reason: writing(500).min(1),
  days: z.enum(['1', '3', '7', '30', '']),
  screenName: line(60),
  credit: z.enum(['message', 'icebreaker', 'like']),
  direction: z.enum(['give', 'take']),
  amount: z.coerce.number<string>().int().min(1).max(MOST_CREDITS),
});
type Values = z.input<typeof values>;

const blank: Values = {
  reason: '',
  days: '',
  screenName: '',
  credit: 'message',
  direction: 'give',
  amount: '1',
};

interface ActDialogProps {
  place: Place;
  member: MemberPage;
  act: FormName | null;
  onClose: () => void;
}

/** What is asked before an act. What was typed is there again when the dialog was closed before it was sent. */
export function ActDialog({ place, member, act, onClose }: ActDialogProps) {
  const { t } = useTranslation(['members', 'shell']);
  const [drafts, setDrafts] = useState<Partial<Record<FormName, Values>>>({});
  const keep = (name: FormName, typed: Values) => setDrafts((kept) => ({ ...kept, [name]: typed }));
  return (
    <Dialog
      open={act !== null}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={act ? t(`${act}.title`, { name: member.screenName }) : ''}
      text={act ? t(`${act}.text`) : ''}
    >
      {act && (
        <ActForm
          key={act}
          place={place}
          member={member}
          act={act}
          draft={drafts[act] ?? blank}
          onDraft={(typed) => keep(act, typed)}
          onDone={() => {
            keep(act, blank);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

interface ActFormProps {
  place: Place;
  member: MemberPage;
  act: FormName;
  draft: Values;
  onDraft: (values: Values) => void;
  onDone: () => void;
}

function ActForm({ place, member, act, draft, onDraft, onDone }: ActFormProps) {
  const { t } = useTranslation('members');
  const toast = useToast();
  const refresh = useRefreshMembers();
  // The same for every try, so that credits move once however often the answer got lost.
  const [id] = useState(() => crypto.randomUUID());
  const form = useSubmitForm({
    defaults: draft,
    schema: async () => values,
    words: { reason: t('reasonMissing'), amount: t('credits.amountWrong', { most: MOST_CREDITS }) },
    fieldOf: { 'member.name_wrong': 'screenName' },
    onValues: onDraft,
    async submit(typed) {
      try {
        await send(place, act, typed, id);
      } finally {
        // Also where another person was quicker: behind the dialog stands how it is now.
        await refresh();
      }
      toast({ name: 'member', kind: 'success', text: t(`${act}.done`, { name: member.screenName }) });
      onDone();
    },
  });
  const fields: Record<FormName, ReactNode> = {
    disable: (
      <SelectField
        {...form.field('days')}
        label={t('disable.days')}
        options={[
          { value: '', label: t('disable.open') },
          ...['1', '3', '7', '30'].map((days) => ({
            value: days,
            label: t('disable.forDays', { count: Number(days) }),
          })),
        ]}
      />
    ),
    enable: null,
    erase: (
      <TextField
        {...form.field('screenName')}
        label={t('erase.confirm', { name: member.screenName })}
        autoComplete="off"
        spellCheck={false}
        maxLength={60}
      />
    ),
    credits: (
      <div className="grid grid-cols-2 max-xs:grid-cols-1 gap-3">
        <SelectField
          {...form.field('direction')}
          label={t('credits.direction')}
          options={(['give', 'take'] as const).map((value) => ({ value, label: t(`credits.${value}`) }))}
        />
        <TextField {...form.field('amount')} label={t('credits.amount')} inputMode="numeric" maxLength={5} />
        <SelectField
          {...form.field('credit')}
          label={t('credits.sort')}
          className="col-span-full"
          options={(['message', 'icebreaker', 'like'] as const).map((value) => ({
            value,
            label: t(`credit.${value}`),
          }))}
        />
      </div>
    ),
  };
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      {fields[act]}
      <TextArea {...form.field('reason')} label={t('reason')} hint={t('reasonHint')} maxLength={500} />
      <Button
        type="submit"
        wide
        variant={act === 'disable' || act === 'erase' ? 'danger' : 'primary'}
        loading={form.busy}
      >
        {t(`act.${act}`)}
      </Button>
    </form>
  );
}

function send(place: Place, act: FormName, typed: z.output<typeof values>, id: string): Promise<unknown> {
  const { reason, days, screenName, credit, direction, amount } = typed;
  switch (act) {
    case 'disable': {
      const until = days === '' ? null : Date.now() + Number(days) * DAY;
      return call(disableMember, { ...place, reason, until });
    }
    case 'enable':
      return call(enableMember, { ...place, reason });
    case 'erase':
      return call(eraseMember, { ...place, reason, screenName });
    case 'credits':
      return call(adjustCredits, {
        ...place,
        id,
        credit,
        amount: direction === 'give' ? amount : -amount,
        reason,
      });
  }
}
