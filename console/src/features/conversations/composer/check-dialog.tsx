import { CircleHelp, Copy, Euro, HandHeart, MapPin, Phone, ShieldAlert, Users } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Concern, ReplyWarning } from '#contract/staff/reply-warnings.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';

/** What each is called in the texts, and its icon. */
const others = [
  { warning: 'contact', name: 'contact', Icon: Phone },
  { warning: 'money', name: 'money', Icon: Euro },
  { warning: 'meeting', name: 'meeting', Icon: MapPin },
  { warning: 'asked_if_real', name: 'askedIfReal', Icon: CircleHelp },
  { warning: 'same_to_member', name: 'sameToMember', Icon: Copy },
  { warning: 'same_to_many', name: 'sameToOthers', Icon: Users },
] as const satisfies readonly { warning: ReplyWarning; name: string; Icon: LucideIcon }[];
const concerns = [
  { concern: 'minor', Icon: ShieldAlert },
  { concern: 'self_harm', Icon: HandHeart },
] as const satisfies readonly { concern: Concern; Icon: LucideIcon }[];

interface CheckDialogProps {
  /** What was found; null while nothing is asked. */
  warnings: readonly ReplyWarning[] | null;
  /** What the host was about to do. */
  action: 'send' | 'schedule';
  onConfirm: () => void;
  onClose: () => void;
}

/** What a host must have seen before a reply is sent. The way back comes first and has the focus. */
export function CheckDialog({ warnings, action, onConfirm, onClose }: CheckDialogProps) {
  const { t } = useTranslation(['composer', 'shell']);
  const back = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={warnings !== null}
      onClose={onClose}
      closeLabel={t('shell:close')}
      title={t('check.title')}
      text={t('check.audit')}
      initialFocus={back}
    >
      <ul className="flex flex-col gap-3">
        {concerns
          .filter(({ concern }) => warnings?.includes(concern))
          .map(({ concern, Icon }) => (
            <Found key={concern} Icon={Icon} danger title={t(`concern.${concern}`)}>
              {t(`concern.${concern}Text`)}
            </Found>
          ))}
        {others
          .filter(({ warning }) => warnings?.includes(warning))
          .map(({ name, Icon }) => (
            <Found key={name} Icon={Icon} title={t(`check.${name}`)}>
              {t(`check.${name}Text`)}
            </Found>
          ))}
      </ul>
      <div className="mt-6 flex flex-wrap justify-end gap-2">
        <Button ref={back} variant="secondary" size="sm" onClick={onClose}>
          {t('check.back')}
        </Button>
        <Button variant="danger" size="sm" onClick={onConfirm}>
          {t(`check.${action}`)}
        </Button>
      </div>
    </Dialog>
  );
}

interface FoundProps {
  Icon: LucideIcon;
  title: string;
  danger?: boolean;
  children: string;
}

function Found({ Icon, title, danger = false, children }: FoundProps) {
  return (
    <li
      className={`flex gap-3 rounded-field p-3 ${danger ? 'bg-danger-soft text-on-danger-soft' : 'bg-warning-soft text-on-warning-soft'}`}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
      <span className="min-w-0">
        <span className="block font-semibold">{title}</span>
        <span className="block text-sm">{children}</span>
      </span>
    </li>
  );
}
