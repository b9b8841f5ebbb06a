import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../../packages/ui/button.tsx';
import { IconButton } from '../../../../../packages/ui/icon-button.tsx';
import type { Scroll } from './use-scroll.ts';

/** The way back to the end, for whoever reads further up. New messages are named, and pull nobody away. */
export function NewMessagesButton({ fresh, isFar, toEnd }: Pick<Scroll, 'fresh' | 'isFar' | 'toEnd'>) {
  const { t } = useTranslation('chat');
  const icon = <ArrowDown aria-hidden="true" className="size-5" />;
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-3 flex justify-center">
      {fresh > 0 && (
        <Button size="sm" iconEnd={icon} onClick={toEnd} className="pointer-events-auto animate-rise">
          {t('newMessages', { count: fresh })}
        </Button>
      )}
      {fresh === 0 && isFar && (
        <IconButton
          label={t('toEnd')}
          variant="surface"
          icon={icon}
          onClick={toEnd}
          className="pointer-events-auto ml-auto animate-appear mr-4"
        />
      )}
    </div>
  );
}
