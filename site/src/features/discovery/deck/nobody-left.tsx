import { MoonStar, RotateCw, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../../packages/ui/empty-state.tsx';
import { Standstill } from './standstill.tsx';

type NobodyLeftProps = {
  /** Where everybody was seen. Null: anywhere. */
  region: string | null;
  /** The search, where the flow has one. */
  searchTo: string | null;
  onEverywhere: () => void;
  onAgain: () => void;
  /** Takes the last choice back, where there is one. */
  onUndo: (() => void) | null;
};

/** Everybody was seen, for now. */
export function NobodyLeft({ region, searchTo, onEverywhere, onAgain, onUndo }: NobodyLeftProps) {
  const { t } = useTranslation('match');
  return (
    <Standstill>
      <EmptyState
        icon={<MoonStar aria-hidden="true" />}
        title={t('nobody.title')}
        text={region === null ? t('nobody.anywhere') : t('nobody.text', { region })}
        action={
          <div className="flex flex-col gap-3">
            {region !== null && <Button onClick={onEverywhere}>{t('nobody.everywhere')}</Button>}
            {searchTo !== null && (
              <ButtonLink to={searchTo} variant={region === null ? 'primary' : 'secondary'}>
                {t('nobody.search')}
              </ButtonLink>
            )}
            <Button
              variant="ghost"
              icon={<RotateCw aria-hidden="true" className="size-4" />}
              onClick={onAgain}
            >
              {t('nobody.again')}
            </Button>
            {onUndo && (
              <Button variant="ghost" icon={<Undo2 aria-hidden="true" className="size-4" />} onClick={onUndo}>
                {t('undo')}
              </Button>
            )}
          </div>
        }
      />
    </Standstill>
  );
}
