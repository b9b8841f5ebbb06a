import { Ban, EllipsisVertical, Flag, MessageCircle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Person } from '../../../../contract/profile/people.ts';
import { ButtonLink } from '../../../../packages/ui/button.tsx';
import { IconButton } from '../../../../packages/ui/icon-button.tsx';
import { Menu } from '../../../../packages/ui/menu.tsx';
import { useOverlay } from '../../shell/overlays.ts';
import { paths } from '../../shell/paths.ts';
import { BlockDialog } from './block-dialog.tsx';
import { HeartButton } from './heart-button.tsx';
import { ReportDialog } from './report-dialog.tsx';

/** What can be done about somebody. It stays within reach of the thumb while the page is read. */
export function Actions({ person }: { person: Person }) {
  const { t } = useTranslation('person');
  const asks = useOverlay<'block' | 'report'>('about-person');
  const close = () => void asks.close();
  return (
    <>
      <div className="sticky bottom-[calc(var(--bottom-menu)+var(--notice)+env(safe-area-inset-bottom)+0.75rem)] z-20 mt-8 flex items-center gap-3 rounded-sheet edge bg-raised p-2.5 shadow-raised sm:bottom-[calc(var(--notice)+1rem)]">
        <HeartButton person={person} size="lg" variant="soft" />
        <ButtonLink
          to={paths.chat(person.id)}
          size="lg"
          wide
          icon={<MessageCircle aria-hidden="true" className="size-5" />}
        >
          {t('write')}
        </ButtonLink>
        <Menu
          trigger={
            <IconButton
              label={t('more')}
              size="lg"
              icon={<EllipsisVertical aria-hidden="true" className="size-6" />}
            />
          }
          actions={[
            {
              label: t('report.open'),
              icon: <Flag aria-hidden="true" />,
              onClick: () => asks.open('report'),
            },
            {
              label: t('block.open'),
              icon: <Ban aria-hidden="true" />,
              tone: 'danger',
              onClick: () => asks.open('block'),
            },
          ]}
        />
      </div>
      <BlockDialog person={person} open={asks.props === 'block'} onClose={close} />
      <ReportDialog person={person} open={asks.props === 'report'} onClose={close} />
    </>
  );
}
