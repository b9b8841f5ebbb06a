import { ArrowLeft, BookOpen, CircleOff, Lock, SkipForward } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useOutletContext, useParams } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import { SanctionButton } from '#console/features/sanctions/sanction-dialog.tsx';
import { SanctionHistory } from '#console/features/sanctions/sanction-history.tsx';
import { useMe, useBrandTitle } from '#console/shell/api.ts';
import { Moment } from '#console/shell/format.tsx';
import { KeyButton } from '#console/shell/key-button.tsx';
import { Keys, useKeys } from '#console/shell/keys.tsx';
import { useLiveChanges } from '#console/shell/live.ts';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { paths } from '#console/shell/paths.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { caseKey } from '#contract/moderation/cases.ts';
import type { CaseKey } from '#contract/moderation/cases.ts';
import type { TakenCase } from '#contract/moderation/moderation.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Notice } from '#ui/notice.tsx';
import { CaseContent } from './case-content.tsx';
import { ClaimTime, useKeepClaim } from './claim.tsx';
import { History } from './history.tsx';
import { caseName, searchOf, useFilter, useTakenCase } from './moderation-data.ts';
import { Policy } from './policy.tsx';
import { RiskReasons } from './risk.tsx';
import type { VerdictActions } from './verdict-actions.ts';
import { VerdictButtons } from './verdict-buttons.tsx';

/** What the page around it hands over. */
export interface CaseContext {
  actions: VerdictActions;
  /** Several are selected in the list: the keys are about these. */
  bulk: boolean;
}
const useCaseContext = () => useOutletContext<CaseContext>();

/** The case at this address. */
export function CasePane() {
  const key = caseKey.safeParse(useParams());
  if (!key.success) return <Gone />;
  return <OpenCase key={caseName(key.data)} place={key.data} />;
}

function OpenCase({ place }: { place: CaseKey }) {
  const query = useTakenCase(place);
  const [isGone, setGone] = useState(false);
  const [hasChanged, setChanged] = useState(false);
  const { data: me } = useMe();
  const version = query.data?.case.version;
  useKeepClaim(place, query.refetch);
  const lookAgain = async () => {
    const { data } = await query.refetch();
    if (version !== undefined && data && data.case.version !== version) setChanged(true);
  };
  useLiveChanges('case', ({ id, change, staffId }) => {
    if (change !== 'reconnected' && id !== caseName(place)) return;
    if (change === 'decided' && staffId !== me?.id) setGone(true);
    const isOthers = change === 'claimed' && staffId !== me?.id;
    if (isOthers || change === 'waiting' || change === 'reconnected') void lookAgain();
  });
  const { code } = query.error instanceof Failure ? query.error : {};
  if (isGone || code === 'moderation.gone') return <Gone />;
  if (code === 'moderation.taken') return <Taken />;
  return (
    <Loaded
      query={query}
      skeleton={
        <div className="p-5">
          <SkeletonRows rows={5} />
        </div>
      }
    >
      {(taken) => (
        <Case
          taken={taken}
          hasChanged={hasChanged}
          claim={
            <ClaimTime
              until={taken.case.claim?.until ?? 0}
              renew={query.refetch}
              isRenewing={query.isFetching}
            />
          }
        />
      )}
    </Loaded>
  );
}

interface CaseProps {
  taken: TakenCase;
  hasChanged: boolean;
  claim: ReactNode;
}

function Case({ taken, hasChanged, claim }: CaseProps) {
  const { t } = useTranslation(['moderation', 'shell']);
  const { actions, bulk } = useCaseContext();
  const { skip, isBusy } = actions;
  const { case: shown, history } = taken;
  const policy = useOverlay('policy', { endsWithPage: true });
  const titleOf = useBrandTitle();
  useKeys(bulk ? {} : { s: () => skip(shown) });
  const { person, kind, brand, since } = shown;
  const member = person.accountId === null ? null : { brand, accountId: person.accountId };
  return (
    <div className="flex min-h-0 flex-1">
      <article aria-labelledby="case-title" className="flex min-h-0 min-w-0 flex-1 flex-col">
        <header className="flex flex-col gap-2 border-b border-line px-4 py-4 lg:px-6">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <BackToList />
            <h2 id="case-title" className="text-lg wrap-anywhere">
              {person.screenName}
            </h2>
            <Tag>{t(`kind.${kind}`)}</Tag>
            <Button
              variant="ghost"
              size="sm"
              className="ms-auto xl:hidden"
              icon={<BookOpen aria-hidden className="size-4" />}
              onClick={() => policy.open(true)}
            >
              {t('policy.open')}
            </Button>
          </div>
          <p className="flex flex-wrap gap-x-2 text-[0.8125rem] text-muted">
            {person.kind === 'member' ? (
              <>
                {person.age !== null && <span>{t('person.years', { count: person.age })}</span>}
                {[person.city, person.region].filter(Boolean).map((place) => (
                  <span key={place}>{place}</span>
                ))}
              </>
            ) : (
              <span className="font-medium">{t(`person.${person.kind}`)}</span>
            )}
            <span>{titleOf(brand)}</span>
            <Moment at={since} />
          </p>
          {claim}
          <RiskReasons shown={shown} />
        </header>
        <div className="flex min-h-0 flex-1 flex-col gap-6 overflow-y-auto px-4 py-5 lg:px-6">
          {hasChanged && <Notice tone="warning">{t('changed')}</Notice>}
          <CaseContent shown={shown} onAnswered={actions.openNext} idle={bulk} />
          {member && <SanctionHistory member={member} />}
          <History history={history} />
        </div>
        <footer className="flex flex-wrap items-center gap-2 border-t border-line bg-surface px-4 py-3 max-lg:sticky max-lg:bottom-0 lg:px-6">
          <VerdictButtons actions={actions} cases={[shown]} from="case" idle={bulk} />
          {member && (
            <SanctionButton
              member={member}
              name={person.screenName}
              {...(kind === 'report' && { onImposed: actions.openNext })}
            />
          )}
          <KeyButton
            variant="ghost"
            disabled={isBusy}
            icon={SkipForward}
            letter="S"
            onClick={() => skip(shown)}
          >
            {t('skip')}
          </KeyButton>
        </footer>
      </article>
      <aside
        aria-label={t('policy.title')}
        className="hidden w-72 shrink-0 overflow-y-auto border-s border-line px-5 py-5 xl:block"
      >
        <h2 className="mb-3 text-base">{t('policy.title')}</h2>
        <Policy kind={kind} />
      </aside>
      <Dialog
        open={policy.isOpen}
        onClose={() => void policy.close()}
        closeLabel={t('shell:close')}
        title={t('policy.title')}
      >
        <Policy kind={kind} />
      </Dialog>
    </div>
  );
}

function BackToList() {
  const { t } = useTranslation('moderation');
  const filter = useFilter();
  return (
    <Link
      to={{ pathname: paths.moderation, search: searchOf(filter) }}
      className="relative touch-target lg:hidden"
      aria-label={t('list')}
    >
      <ArrowLeft aria-hidden className="size-5" />
    </Link>
  );
}

function Gone() {
  const { t } = useTranslation('moderation');
  return <NothingHere icon={<CircleOff />} title={t('gone.title')} text={t('gone.text')} />;
}

function Taken() {
  const { t } = useTranslation('moderation');
  return <NothingHere icon={<Lock />} title={t('takenPage.title')} text={t('takenPage.text')} />;
}

function NothingHere({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  const { t } = useTranslation('moderation');
  const { openNext } = useCaseContext().actions;
  return (
    <div className="m-auto">
      <EmptyState
        compact
        icon={icon}
        title={title}
        text={text}
        action={
          <div className="flex flex-wrap items-center justify-center gap-3">
            <BackToList />
            <Button size="sm" variant="secondary" onClick={openNext}>
              {t('next')}
              <Keys keys={['N']} />
            </Button>
          </div>
        }
      />
    </div>
  );
}
