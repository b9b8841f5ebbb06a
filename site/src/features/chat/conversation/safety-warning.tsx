import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOverlay } from '#client/overlays.ts';
import type { Conversation } from '#contract/chat/conversations.ts';
import type { Message, MessageWarning } from '#contract/chat/messages.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { paths } from '#site/shell/paths.ts';
import { storage } from '#site/shell/storage.ts';
import { Button, ButtonLink } from '#ui/button.tsx';

const ReportDialog = lazyPart(
  async () => (await import('#site/features/people/report-dialog.tsx')).ReportDialog,
);

/** So many closed warnings are remembered. */
const REMEMBERED = 300;

const warningWords = { money: 'warning.money', contact: 'warning.contact' } as const satisfies Record<
  MessageWarning,
  string
>;

type SafetyWarningProps = { warning: MessageWarning; message: Message; conversation: Conversation };

/** Under a message that asks for money or leads off the site: what is wrong, and what can be done. */
export function SafetyWarning({ warning, message, conversation }: SafetyWarningProps) {
  const { t } = useTranslation('chat');
  const [closed, setClosed] = useState(() => storage.get('closedWarnings')?.includes(message.id) ?? false);
  const report = useOverlay<'report'>(`warning-${message.id}`);
  const [asked, setAsked] = useState(false);
  const { screenName, kind } = conversation;
  const dismiss = () => {
    const others = (storage.get('closedWarnings') ?? []).filter((id) => id !== message.id);
    storage.set('closedWarnings', [message.id, ...others].slice(0, REMEMBERED));
    setClosed(true);
  };
  const look = { size: 'sm', variant: 'ghost', className: 'px-2.5! text-on-warning-soft!' } as const;
  if (closed) return null;
  return (
    <div
      role="note"
      aria-label={t('warning.label')}
      className="mt-1.5 max-w-[88%] rounded-field bg-warning-soft px-3 pt-2 pb-1 text-sm text-on-warning-soft sm:max-w-[78%]"
    >
      <p className="flex items-start gap-2">
        <ShieldAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {t(warningWords[warning])}
      </p>
      <p className="-mr-1 flex flex-wrap justify-end gap-x-1">
        <Button
          {...look}
          onClick={() => {
            setAsked(true);
            report.open('report');
          }}
        >
          {t('warning.report')}
        </Button>
        <ButtonLink {...look} to={paths.safety(warning)}>
          {t('warning.what')}
        </ButtonLink>
        <Button {...look} onClick={dismiss}>
          {t('warning.dismiss')}
        </Button>
      </p>
      {asked && kind && (
        <ReportDialog
          person={{ id: message.profileId, screenName, kind }}
          open={report.props === 'report'}
          onClose={() => void report.close()}
          leadsTo={paths.chats}
          hasMessages
        />
      )}
    </div>
  );
}
