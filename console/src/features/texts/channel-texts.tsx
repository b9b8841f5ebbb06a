import { SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ConflictNotice } from '#console/features/publishing/conflict-notice.tsx';
import { History } from '#console/features/publishing/history.tsx';
import { PublishPanel } from '#console/features/publishing/publish-panel.tsx';
import { type ReadPart, usePart } from '#console/features/publishing/publishing-data.ts';
import { SaveStatus } from '#console/features/publishing/save-status.tsx';
import { useDraft } from '#console/features/publishing/use-draft.ts';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { textsPart } from '#contract/brand/parts.ts';
import type { TextChannel } from '#contract/brand/texts.ts';
import { LANGUAGES, type Language } from '#contract/kernel/constants.ts';
import type { ListedText } from '#contract/staff/brand-texts.ts';
import { Tag } from '#ui/badge.tsx';
import { classNames } from '#ui/class-names.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { ChannelPreview } from './channel-preview.tsx';
import {
  type OwnTexts,
  type TextGroup,
  filterTexts,
  groupTexts,
  isChanged,
  missingLanguages,
  useTexts,
  withText,
} from './texts-data.ts';
import { TextFields } from './word-field.tsx';

interface ChannelTextsProps {
  brand: string;
  channel: TextChannel;
}

/** All texts of a channel, those that were changed marked, with the one that is open beside how it looks. */
export function ChannelTexts({ brand, channel }: ChannelTextsProps) {
  const texts = useTexts(brand, channel);
  const part = usePart(brand, textsPart(channel));
  return (
    <Loaded query={texts} skeleton={<SkeletonRows rows={8} />}>
      {({ texts: listed }) => (
        <Loaded query={part} skeleton={<SkeletonRows rows={8} />}>
          {(first) => <Editor {...{ brand, channel, first }} texts={listed} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface EditorProps extends ChannelTextsProps {
  texts: readonly ListedText[];
  first: ReadPart;
}

const choices = ['all', 'changed', 'missing'] as const;

function Editor({ brand, channel, texts, first }: EditorProps) {
  const { t, i18n } = useTranslation('texts');
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const draft = useDraft(brand, first);
  const own = (draft.content['words'] ?? {}) as OwnTexts;
  const language = LANGUAGES.find((each) => each === search.get('language'));
  const only = choices.find((each) => each === search.get('only')) ?? 'all';
  const find = search.get('find') ?? '';
  const choose = (name: string, value: string, replace = true) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        if (value) next.set(name, value);
        else next.delete(name);
        return next;
      },
      { replace },
    );
  const reader = i18n.language as Language;
  const groups = groupTexts(filterTexts(texts, own, { find, language, only }), reader);
  // The texts of a group that is open stay, whatever is looked for.
  const wanted = search.get('group');
  const opened = groups.find(({ id }) => id === wanted) ?? groups[0];
  const whole = opened && groupTexts(texts, reader).find(({ id }) => id === opened.id);
  const change = (text: ListedText, changed: Language, said: string) =>
    draft.change({ channel, words: withText(own, text, changed, said) });
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <TextField
          dense
          type="search"
          label={t('find')}
          placeholder={t('find')}
          value={find}
          maxLength={80}
          onChange={({ target }) => choose('find', target.value)}
          className="min-w-0 flex-1 basis-56 sm:max-w-xs"
        />
        <SelectField
          dense
          label={t('language')}
          value={language ?? ''}
          onChange={({ target }) => choose('language', target.value)}
          options={[
            { value: '', label: t('allLanguages') },
            ...LANGUAGES.map((each) => ({ value: each, label: format.language(each) })),
          ]}
        />
        <SelectField
          dense
          label={t('show')}
          value={only}
          onChange={({ target }) => choose('only', target.value === 'all' ? '' : target.value)}
          options={choices.map((each) => ({ value: each, label: t(`only.${each}`) }))}
        />
        <div className="ms-auto">
          <SaveStatus draft={draft} />
        </div>
      </div>
      <ConflictNotice draft={draft} />
      {!opened || !whole ? (
        <EmptyState compact icon={<SearchX />} title={t('none')} text={t('noneText')} />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[15rem_minmax(0,1fr)]">
          <GroupList
            groups={groups}
            own={own}
            opened={opened.id}
            onOpen={(id) => choose('group', id, false)}
          />
          <div className="grid min-w-0 items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_26rem]">
            <section className="min-w-0" aria-labelledby="group-title">
              <h2 id="group-title" className="mb-4 text-lg wrap-anywhere">
                {titleOf(whole, t)}
              </h2>
              {opened.texts.map((text) => (
                <TextFields
                  key={text.key}
                  text={text}
                  own={own}
                  shown={language ? [language] : LANGUAGES}
                  onChange={(changed, said) => change(text, changed, said)}
                />
              ))}
            </section>
            <div className="flex min-w-0 flex-col gap-5">
              <PublishPanel brand={brand} parts={[textsPart(channel)]} flush={draft.flush} />
              <ChannelPreview
                brand={brand}
                channel={channel}
                group={channel === 'mail' || channel === 'popup' ? whole : { ...whole, texts: [...texts] }}
                own={own}
                language={language ?? reader}
              />
              <History brand={brand} part={textsPart(channel)} />
            </div>
          </div>
        </div>
      )}
    </div>
  );
}

/** What stands in no group, such as a word on many buttons, has no heading of its own. */
function titleOf({ id, title }: TextGroup, t: (key: 'general') => string): string {
  return id === '' ? t('general') : title;
}

interface GroupListProps {
  groups: readonly TextGroup[];
  own: OwnTexts;
  opened: string;
  onOpen: (id: string) => void;
}

function GroupList({ groups, own, opened, onOpen }: GroupListProps) {
  const { t } = useTranslation('texts');
  return (
    <nav
      aria-label={t('list')}
      className="max-h-72 overflow-y-auto rounded-card border border-line bg-surface lg:sticky lg:top-4 lg:max-h-[80dvh]"
    >
      <ul className="divide-y divide-line">
        {groups.map((group) => {
          const changed = group.texts.filter((text) => isChanged(text, own)).length;
          const isMissing = group.texts.some((text) => missingLanguages(text, own).length > 0);
          return (
            <li key={group.id}>
              <button
                type="button"
                aria-current={group.id === opened ? 'true' : undefined}
                onClick={() => onOpen(group.id)}
                className={classNames(
                  'flex min-h-11 w-full flex-col gap-1 px-3 py-2 text-start text-sm focus-visible:-outline-offset-2',
                  group.id === opened
                    ? 'bg-primary-soft font-semibold text-on-primary-soft'
                    : 'hover:bg-soft',
                )}
              >
                <span className="wrap-anywhere">{titleOf(group, t)}</span>
                {changed > 0 && (
                  <span className="flex flex-wrap gap-1">
                    <Tag tone="primary">{t('changedCount', { count: changed })}</Tag>
                    {isMissing && <Tag tone="warning">{t('missing')}</Tag>}
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
