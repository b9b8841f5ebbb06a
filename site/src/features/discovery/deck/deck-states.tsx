import { MoonStar, RotateCw, Undo2, CircleAlert, WifiOff } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnline } from '#client/use-online.ts';
import { explain } from '#site/shell/explain.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Loading, Skeleton } from '#ui/skeleton.tsx';

type DeckEndProps = {
  /** Where all people were seen. Null: anywhere. */
  region: string | null;
  /** The search, where the flow has one. */
  searchTo: string | null;
  onEverywhere: () => void;
  onAgain: () => void;
  /** Takes the last choice back, where there is one. */
  onUndo: (() => void) | null;
};

/** All people were seen, for now. */
export function DeckEnd({ region, searchTo, onEverywhere, onAgain, onUndo }: DeckEndProps) {
  const { t } = useTranslation('match');
  return (
    <Standstill>
      <EmptyState
        icon={<MoonStar aria-hidden="true" />}
        title={t('deckEnd.title')}
        text={region === null ? t('deckEnd.anywhere') : t('deckEnd.text', { region })}
        action={
          <div className="flex flex-col gap-3">
            {region !== null && <Button onClick={onEverywhere}>{t('deckEnd.everywhere')}</Button>}
            {searchTo !== null && (
              <ButtonLink to={searchTo} variant={region === null ? 'primary' : 'secondary'}>
                {t('deckEnd.search')}
              </ButtonLink>
            )}
            <Button
              variant="ghost"
              icon={<RotateCw aria-hidden="true" className="size-4" />}
              onClick={onAgain}
            >
              {t('deckEnd.again')}
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

/** No cards could be fetched. Once the connection is back, the deck goes on by itself. */
export function DeckProblem({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t, i18n } = useTranslation(['shell', 'match', 'errors']);
  const online = useOnline();
  return (
    <Standstill>
      <EmptyState
        icon={online ? <CircleAlert aria-hidden="true" /> : <WifiOff aria-hidden="true" />}
        title={online ? t('match:problem') : t('state.offlineTitle')}
        text={online ? explain(error, i18n) : t('state.offlineText')}
        action={<Button onClick={onRetry}>{t('state.retry')}</Button>}
      />
    </Standstill>
  );
}

/** In the shape of a card and its buttons. */
export function DeckSkeleton() {
  const { t } = useTranslation('shell');
  return (
    <Loading label={t('loading')} className="flex w-full max-w-md flex-1 flex-col self-center lg:self-start">
      <Skeleton shape="card" className="mx-1.5 min-h-88 flex-1 sm:h-[min(62dvh,38rem)] sm:flex-none" />
      <div className="flex items-center justify-center gap-4 max-sm:h-28 sm:mt-7 sm:gap-5">
        <Skeleton shape="circle" className="size-11" />
        <Skeleton shape="circle" className="size-14" />
        <Skeleton shape="circle" className="size-18" />
        <Skeleton shape="circle" className="size-11" />
      </div>
    </Loading>
  );
}

/** Instead of cards. It takes the focus where the buttons that had it are gone. */
function Standstill({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={box} role="status" tabIndex={-1} className="grid flex-1 place-items-center outline-none">
      {children}
    </div>
  );
}
