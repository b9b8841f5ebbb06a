import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOverlay } from '#client/overlays.ts';
import { isDelicate, isSeveral } from '#contract/profile/details.ts';
import type { OwnProfile } from '#contract/profile/own-profile.ts';
import { isDetailField } from '#contract/profile/profile-fields.ts';
import { PROMPTS_MOST } from '#contract/profile/prompts.ts';
import { useDetailWords } from '#site/shell/detail-words.ts';
import { explain } from '#site/shell/explain.ts';
import { paths } from '#site/shell/paths.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { useToast } from '#ui/toast.tsx';
import { useAnswering } from './introduction/use-answering.ts';

/** What is not filled in within the form below it: each row opens the screen that asked for it. */
export function AnswersCard({ profile }: { profile: OwnProfile }) {
  const { t } = useTranslation(['introduction', 'prompts']);
  const { nameOf, answerOf } = useDetailWords();
  const hasPrompts = profile.fields.some(({ field }) => field === 'prompts');
  const names = profile.fields.map(({ field }) => field).filter(isDetailField);
  const rows = names.filter((name) => isSeveral(name) || isDelicate(name));
  if (!hasPrompts && rows.length === 0) return null;
  return (
    <Card as="section" aria-labelledby="profile-answers">
      <h2 id="profile-answers" className="text-2xl">
        {t('rows.title')}
      </h2>
      <p className="mt-1 text-[0.9375rem] text-muted">{t('rows.text')}</p>
      <ul className="mt-4 divide-y divide-line">
        {hasPrompts &&
          Array.from({ length: Math.min(PROMPTS_MOST, profile.prompts.length + 1) }, (_, place) => {
            const answer = profile.prompts[place];
            return (
              <Row
                key={place}
                step={place === 0 ? 'prompts' : `prompts-${place + 1}`}
                name={answer ? t(`prompts:prompts.${answer.prompt}.title`) : t('prompts.row')}
              >
                {answer?.text}
              </Row>
            );
          })}
        {rows.map((name) => (
          <Row key={name} step={name} name={nameOf(name)}>
            {profile[name] === null ? null : answerOf(name, profile[name])}
          </Row>
        ))}
      </ul>
      {profile.delicateConsent && <Withdrawal />}
    </Card>
  );
}

type RowProps = { step: string; name: string; children: ReactNode };

function Row({ step, name, children }: RowProps) {
  const { t } = useTranslation('introduction');
  return (
    <li>
      <Link
        to={paths.introduction(step)}
        state={{ edits: true }}
        className="flex min-h-14 items-center gap-3 py-2.5 no-underline"
      >
        <span className="min-w-0 flex-1">
          <span className="block text-sm text-muted">{name}</span>
          <span className={children ? 'block font-medium text-ink' : 'block text-primary-text'}>
            {children ?? t('rows.empty')}
          </span>
        </span>
        <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
      </Link>
    </li>
  );
}

/** Takes the consent back, and with it what was said by it. */
function Withdrawal() {
  const { t, i18n } = useTranslation(['introduction', 'errors']);
  const ask = useOverlay('withdraw-consent');
  const toast = useToast();
  const { mutate, isPending } = useAnswering();
  const withdraw = () =>
    mutate(
      { delicateConsent: false },
      {
        onSuccess() {
          toast({ kind: 'success', text: t('rows.withdrawn') });
          void ask.close();
        },
        onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
      },
    );
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 border-t border-line pt-3">
      <p className="flex-1 text-[0.9375rem] text-muted">{t('rows.delicate')}</p>
      <Button variant="ghost" onClick={() => ask.open(true)}>
        {t('rows.withdraw')}
      </Button>
      <Dialog
        open={ask.isOpen}
        onClose={() => void ask.close()}
        closeLabel={t('rows.keep')}
        title={t('rows.withdraw')}
        text={t('rows.withdrawText')}
        actions={[
          {
            label: t('rows.withdraw'),
            kind: 'danger',
            loading: isPending,
            staysOpen: true,
            onClick: withdraw,
          },
          { label: t('rows.keep') },
        ]}
      />
    </div>
  );
}
