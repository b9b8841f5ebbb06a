import { useQueryClient } from '@tanstack/react-query';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { type Team, type TeamHost, teamsKey } from '#console/features/profiles/profiles-data.ts';
import { call } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { line } from '#contract/kernel/text.ts';
import { saveTeam } from '#contract/staff/host-teams.ts';
import { Button } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useToast } from '#ui/toast.tsx';

interface TeamDialogProps {
  brand: string;
  hosts: readonly TeamHost[];
  /** Which to change, or a new one. */
  team: Team | 'new' | null;
  onClose: () => void;
}

export function TeamDialog({ team, onClose, ...rest }: TeamDialogProps) {
  const { t } = useTranslation(['teams', 'shell']);
  return (
    <Dialog
      open={team !== null}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t(team === 'new' ? 'new' : 'change')}
    >
      {team !== null && <TeamForm team={team} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

const schema = z.object({ name: line(60).min(1, 'field.name'), staffIds: z.array(z.uuid()) });

function TeamForm({ brand, hosts, team, onClose }: TeamDialogProps & { team: Team | 'new' }) {
  const { t } = useTranslation('teams');
  const toast = useToast();
  const client = useQueryClient();
  const groupId = useId();
  // The same form sent again, because the answer got lost, is one team.
  const id = useRef(team === 'new' ? crypto.randomUUID() : team.id);
  const form = useSubmitForm({
    defaults:
      team === 'new'
        ? { name: '', staffIds: [] as string[] }
        : { name: team.name, staffIds: team.members.map(({ staffId }) => staffId) },
    schema: async () => schema,
    fieldOf: { 'team.name_taken': 'name' },
    async submit({ name, staffIds }) {
      await call(saveTeam, { brand, teamId: id.current, name, staffIds });
      await client.invalidateQueries({ queryKey: teamsKey(brand) });
      toast({ kind: 'success', text: t('saved', { name }) });
      onClose();
    },
  });
  const chosen = form.watch('staffIds');
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <TextField {...form.field('name')} label={t('name')} maxLength={60} autoComplete="off" />
      <div role="group" aria-labelledby={groupId}>
        <p id={groupId} className="text-[0.9375rem] font-semibold">
          {t('members')}
        </p>
        {hosts.length === 0 && <p className="text-sm text-muted">{t('noHosts')}</p>}
        {hosts.map(({ staffId, name }) => (
          <Checkbox
            key={staffId}
            label={name}
            checked={chosen.includes(staffId)}
            onChange={({ target }) =>
              form.change(
                'staffIds',
                target.checked ? [...chosen, staffId] : chosen.filter((other) => other !== staffId),
              )
            }
          />
        ))}
      </div>
      <Button type="submit" wide loading={form.busy}>
        {t('save')}
      </Button>
    </form>
  );
}
