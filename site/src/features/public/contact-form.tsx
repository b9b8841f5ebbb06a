import { CircleCheck } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTACT_THANKS_MS, TICKET_MAX_LETTERS } from '#contract/kernel/constants.ts';
import { contactForm, sendContact, sendOwnTicket, ticketTopics } from '#contract/support/contact.ts';
import type { TicketTopic } from '#contract/support/contact.ts';
import { call } from '#site/shell/api.ts';
import { codeOf } from '#site/shell/explain.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Button } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { forgetContactDraft, keepContactDraft, readContactDraft } from './contact-draft.ts';
import { createContactProof } from './contact-proof.ts';
import { topicWords } from './ticket-state.tsx';

/** A member as the form needs them: which address stands there already, and as whom they write. */
export interface ContactWriter {
  trackerId: string;
  email: string;
}

type ContactFormProps = {
  writer: ContactWriter | undefined;
  onSent?: (() => void) | undefined;
};

/** Writes to support. Whatever goes wrong, what was typed stays, also after a reload. */
export function ContactForm({ writer, onSent }: ContactFormProps) {
  const [sent, setSent] = useState<{ number: number; email: string } | null>(null);
  if (sent) return <Thanks {...sent} onMore={() => setSent(null)} />;
  return (
    <Form
      writer={writer}
      onSent={(done) => {
        setSent(done);
        onSent?.();
      }}
    />
  );
}

type FormProps = {
  writer: ContactWriter | undefined;
  onSent: (done: { number: number; email: string }) => void;
};

function Form({ writer, onSent }: FormProps) {
  const { t } = useTranslation(['pages', 'shell']);
  const [draft] = useState(readContactDraft);
  const [proof] = useState(createContactProof);
  const trap = useRef<HTMLInputElement>(null);
  const form = useSubmitForm({
    defaults: { email: draft.email || (writer?.email ?? ''), topic: draft.topic, text: draft.text },
    schema: async () =>
      contactForm.refine(({ text }) => text !== '', { path: ['text'], error: 'contact.empty' }),
    async submit(message) {
      const { id } = draft;
      const send = async () => {
        if (writer) return call(sendOwnTicket, { trackerId: writer.trackerId, id, ...message });
        const website = trap.current?.value ?? '';
        const proven = await proof.take();
        return call(sendContact, { id, ...message, ...proven, website }).catch((error: unknown) => {
          // Another try needs another proof; what failed on the way may be sent again as it is.
          if (codeOf(error) === 'contact.unproven') proof.drop();
          throw error;
        });
      };
      const [{ number }] = await Promise.all([send(), pause(CONTACT_THANKS_MS)]);
      forgetContactDraft();
      onSent({ number, email: message.email });
    },
    fieldOf: { 'contact.empty': 'text' },
    words: { email: (_, typed) => t(typed === '' ? 'shell:entry.emailMissing' : 'shell:entry.emailWrong') },
    onValues(values) {
      keepContactDraft({ ...values, id: draft.id });
      // A visitor who only reads the page has no work to do.
      if (!writer) proof.start();
    },
  });
  const topic = form.control('topic');
  return (
    <form {...form.formProps} className="space-y-5">
      <SelectField
        label={t('contact.topic')}
        name={topic.name}
        value={topic.value}
        onChange={(event) => topic.onChange(event.target.value as TicketTopic)}
        options={ticketTopics.map((value) => ({ value, label: t(topicWords[value]) }))}
      />
      <EmailField
        {...form.field('email')}
        label={t('shell:entry.email')}
        hint={t('contact.emailHint')}
        required
      />
      <TextArea
        {...form.field('text')}
        label={t('contact.message')}
        required
        rows={6}
        maxLength={TICKET_MAX_LETTERS}
      />
      {writer === undefined && (
        <div aria-hidden="true" className="absolute left-[-200vw] size-px overflow-hidden whitespace-nowrap">
          <label>
            {t('contact.trap')}
            <input ref={trap} type="text" name="website" tabIndex={-1} autoComplete="off" />
          </label>
        </div>
      )}
      <SubmitError refusal={form.refusal} more={form.refusal ? [t('contact.kept')] : []} />
      <Button type="submit" size="lg" wide loading={form.busy}>
        {t('contact.send')}
      </Button>
      {writer === undefined && <p className="text-sm text-muted">{t('contact.proof')}</p>}
    </form>
  );
}

type ThanksProps = { number: number; email: string; onMore: () => void };

function Thanks({ number, email, onMore }: ThanksProps) {
  const { t } = useTranslation('pages');
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div role="status" className="flex flex-col items-start gap-3">
      <CircleCheck aria-hidden="true" className="size-10 text-primary-text" strokeWidth={1.5} />
      <h2 ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t('contact.thanks')}
      </h2>
      <p className="wrap-anywhere">{t('contact.thanksText', { number, email })}</p>
      <Button variant="secondary" onClick={onMore}>
        {t('contact.more')}
      </Button>
    </div>
  );
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
