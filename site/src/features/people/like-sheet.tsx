import { Heart, SendHorizontal } from 'lucide-react';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { emit } from '#client/socket-events.ts';
import { like } from '#contract/discovery/deck.ts';
import { MESSAGE_MAX_LETTERS } from '#contract/kernel/constants.ts';
import type { LikedThing } from '#contract/profile/liked-thing.ts';
import type { Person } from '#contract/profile/people.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { withLike } from '#site/shell/me.ts';
import { paywallOf, useOpenPaywall } from '#site/shell/paywalls.ts';
import { updateMember, useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { reportPixel } from '#site/shell/tracking/report-pixel.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { useAfterLike } from './likes.tsx';

type LikeSheetProps = {
  open: boolean;
  onClose: () => void;
  title: string;
  person: Person;
  what: LikedThing;
};

/** A like of a photo or an answer, with words or without. */
export function LikeSheet({ open, onClose, title, person, what }: LikeSheetProps) {
  const { t } = useTranslation('person');
  return (
    <Dialog open={open} onClose={onClose} closeLabel={t('likeThing.close')} title={title}>
      <LikeForm person={person} what={what} onDone={onClose} />
    </Dialog>
  );
}

type LikeFormProps = { person: Person; what: LikedThing; onDone: () => void };

function LikeForm({ person, what, onDone }: LikeFormProps) {
  const { t } = useTranslation('person');
  const { trackerId, entitlements } = useMember();
  const afterLike = useAfterLike();
  const openPaywall = useOpenPaywall();
  const formId = useId();
  // Sent again after an answer that got lost, the words are still one message.
  const messageId = useRef(crypto.randomUUID());
  const form = useSubmitForm({
    defaults: { words: '' },
    schema: async () => z.object({ words: z.string().trim().max(MESSAGE_MAX_LETTERS) }),
    async submit({ words }) {
      const { id: profileId, screenName } = person;
      const said = words === '' ? {} : { words, messageId: messageId.current };
      try {
        const answer = await emit(like, { trackerId, profileId, screenName, what, ...said });
        updateMember(withLike, profileId);
        reportPixel('engage');
        onDone();
        afterLike(person, answer);
      } catch (error) {
        const paywall = paywallOf(error);
        if (!paywall) throw error;
        openPaywall(paywall);
      }
    },
  });
  const hasWords = form.watch('words').trim() !== '';
  const { messageCost, likeCost } = entitlements;
  const costOf = (paid: 'message' | 'like', count: number) =>
    count === 0 ? t(`likeThing.${paid}Free`) : t(`likeThing.${paid}Cost`, { count });
  return (
    <form id={formId} {...form.formProps} className="space-y-4">
      <TextArea
        {...form.field('words')}
        label={t('likeThing.words')}
        hint={t('likeThing.hint', { name: person.screenName })}
        rows={2}
        maxLength={MESSAGE_MAX_LETTERS}
      />
      <p className="text-sm text-muted">
        {hasWords ? costOf('message', messageCost) : costOf('like', likeCost)}
      </p>
      <SubmitError refusal={form.refusal} />
      <Button
        type="submit"
        size="lg"
        wide
        loading={form.busy}
        icon={
          hasWords ? (
            <SendHorizontal aria-hidden="true" className="size-5" />
          ) : (
            <Heart aria-hidden="true" className="size-5" />
          )
        }
      >
        {t(hasWords ? 'likeThing.send' : 'likeThing.give')}
      </Button>
    </form>
  );
}
