import { type FormEvent, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Gender } from '../../../../../contract/kernel/fields.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { RadioCards } from '../../../../../packages/ui/radio-cards.tsx';
import { changeDraft, useDraft } from './draft.ts';
import { prepareSignUp } from './prepare.ts';
import { Question } from './question.tsx';
import { faultsOf } from './sign-up-rules.ts';
import type { Faults } from './use-faults.ts';

type FirstStepProps = { note: ReactNode; otherWay: ReactNode; faults: Faults; onDone: () => void };

/** Who is looking for whom. The rest of the form is fetched while it is answered. */
export function FirstStep({ note, otherWay, faults, onDone }: FirstStepProps) {
  const { t, i18n } = useTranslation('shell');
  const draft = useDraft();
  const [state, setState] = useState<'ready' | 'busy' | 'unreachable'>('ready');
  const prepare = () => void prepareSignUp(i18n).catch(() => undefined);
  const genders: { value: Gender; label: string }[] = [
    { value: 'female', label: t('signUp.woman') },
    { value: 'male', label: t('signUp.man') },
  ];

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (state === 'busy') return;
    setState('busy');
    try {
      await prepareSignUp(i18n);
    } catch {
      return setState('unreachable');
    }
    setState('ready');
    const found = faultsOf(draft, 1);
    faults.show(found);
    if (found.length === 0) onDone();
  }

  const question = (name: 'gender' | 'seeks') => (
    <RadioCards
      name={name}
      label={t(`signUp.${name}`)}
      options={genders}
      value={draft[name]}
      onChange={(value) => {
        prepare();
        changeDraft({ [name]: value });
        faults.mend(name);
      }}
      error={faults.wordsFor(name)}
    />
  );

  return (
    <form method="post" noValidate onSubmit={(event) => void submit(event)}>
      <Question text={note}>{t('signUp.title')}</Question>
      <div className="mt-4 space-y-4">
        {question('gender')}
        {question('seeks')}
        {state === 'unreachable' && (
          <p role="alert" className="text-[0.9375rem] font-medium text-danger-text">
            {t('entry.offline')}
          </p>
        )}
        <Button
          type="submit"
          size="lg"
          wide
          loading={state === 'busy'}
          onPointerEnter={prepare}
          onFocus={prepare}
        >
          {t('signUp.next')}
        </Button>
        {otherWay}
      </div>
    </form>
  );
}
