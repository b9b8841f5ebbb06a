import { useMutation } from '@tanstack/react-query';
import { Ban, CircleCheck, Coins, FileDown, LogOut, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import { SanctionButton } from '#console/features/sanctions/sanction-dialog.tsx';
import { call, explain } from '#console/shell/api.ts';
import { Keys, useKeys } from '#console/shell/keys.tsx';
import { useRefreshMembers } from '#console/shell/members.ts';
import type { Place } from '#console/shell/members.ts';
import type { StaffRight } from '#contract/kernel/staff-rights.ts';
import { type MemberPage, endMemberSessions, exportMember } from '#contract/staff/members.ts';
import { Button } from '#ui/button.tsx';
import { Confirm } from '#ui/confirm.tsx';
import { useToast } from '#ui/toast.tsx';
import { ActDialog, type FormName } from './act-dialog.tsx';

interface MemberActsProps {
  place: Place;
  member: MemberPage;
  /** What the user may do at the member's brand. */
  may: (right: StaffRight) => boolean;
}

type Question = 'signOut' | 'export';

interface Act {
  name: FormName | Question;
  key: string;
  icon: ReactNode;
  danger?: boolean;
}

/** What may be done to this member now. */
function actsFor({ status, disabled, closesAt, dataExport }: MemberPage, may: MemberActsProps['may']): Act[] {
  const acts: Act[] = [];
  if (may('members.disable')) {
    if (status !== 'disabled')
      acts.push({ name: 'disable', key: 'd', icon: <Ban aria-hidden className="size-4" /> });
    // What a sanction has shut, lifting it opens.
    else if (disabled?.by !== 'sanction')
      acts.push({ name: 'enable', key: 'd', icon: <CircleCheck aria-hidden className="size-4" /> });
    acts.push({ name: 'signOut', key: 's', icon: <LogOut aria-hidden className="size-4" /> });
  }
  if (may('members.credits'))
    acts.push({ name: 'credits', key: 'c', icon: <Coins aria-hidden className="size-4" /> });
  if (may('members.privacy')) {
    // The copy is the member's alone, who could not come in for it.
    if (status !== 'disabled' && dataExport?.status !== 'making')
      acts.push({ name: 'export', key: 'x', icon: <FileDown aria-hidden className="size-4" /> });
    if (closesAt === null)
      acts.push({ name: 'erase', key: 'e', icon: <Trash2 aria-hidden className="size-4" />, danger: true });
  }
  return acts;
}

const isQuestion = (name: FormName | Question): name is Question => name === 'signOut' || name === 'export';

export function MemberActs({ place, member, may }: MemberActsProps) {
  const { t } = useTranslation('members');
  const form = useOverlay<FormName>('member-act', { endsWithPage: true });
  const question = useOverlay<Question>('member-question', { endsWithPage: true });
  const acts = actsFor(member, may);
  const start = (name: FormName | Question) => (isQuestion(name) ? question.open(name) : form.open(name));
  useKeys(Object.fromEntries(acts.map(({ key, name }) => [key, () => start(name)])));
  const maySanction = may('members.sanction');
  if (acts.length === 0 && !maySanction) return null;
  return (
    <div className="flex flex-wrap gap-2 max-sm:flex-col max-sm:items-stretch">
      {acts.map(({ name, key, icon, danger = false }) => (
        <Button
          key={name}
          size="sm"
          variant="secondary"
          icon={icon}
          className={danger ? 'text-danger-text' : ''}
          onClick={() => start(name)}
        >
          {t(`act.${name}`)}
          <Keys keys={[key.toUpperCase()]} />
        </Button>
      ))}
      {maySanction && <SanctionButton member={place} name={member.screenName} />}
      <ActDialog place={place} member={member} act={form.props} onClose={() => void form.close()} />
      <ActQuestion
        place={place}
        member={member}
        question={question.props}
        onClose={() => void question.close()}
      />
    </div>
  );
}

interface ActQuestionProps extends Omit<MemberActsProps, 'may'> {
  question: Question | null;
  onClose: () => void;
}

function ActQuestion({ place, member, question, onClose }: ActQuestionProps) {
  const { t, i18n } = useTranslation(['members', 'shell']);
  const toast = useToast();
  const refresh = useRefreshMembers();
  const act = useMutation({
    mutationFn: (what: Question) => call(what === 'signOut' ? endMemberSessions : exportMember, place),
    onSettled: refresh,
  });
  const name = member.screenName;
  const what = question ?? 'signOut';
  return (
    <Confirm
      open={question !== null}
      title={t(`${what}.title`, { name })}
      text={t(`${what}.text`)}
      action={t(`act.${what}`)}
      cancel={t('shell:cancel')}
      busy={act.isPending}
      onConfirm={() =>
        act.mutate(what, {
          onSuccess: () => toast({ name: 'member', kind: 'success', text: t(`${what}.done`, { name }) }),
          onError: (error) => toast({ name: 'member', kind: 'danger', text: explain(error, i18n) }),
          onSettled: onClose,
        })
      }
      onClose={onClose}
    />
  );
}
