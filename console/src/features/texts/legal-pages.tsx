import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ConflictNotice } from '#console/features/publishing/conflict-notice.tsx';
import { History } from '#console/features/publishing/history.tsx';
import { PublishPanel } from '#console/features/publishing/publish-panel.tsx';
import { type ReadPart, usePart } from '#console/features/publishing/publishing-data.ts';
import { SaveStatus } from '#console/features/publishing/save-status.tsx';
import { useDraft } from '#console/features/publishing/use-draft.ts';
import { call, explain } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { useSettled } from '#console/shell/preview/use-settled.ts';
import {
  type BrandLegalPage,
  LEGAL_PAGES,
  type LegalPage,
  dayOfEdition,
  legalModes,
} from '#contract/brand/legal.ts';
import { legalPart } from '#contract/brand/parts.ts';
import { LANGUAGES, type Language } from '#contract/kernel/constants.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { countTermsConsents, previewLegalPage, readLegalPage } from '#contract/staff/brand-texts.ts';
import { Tag } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Meter } from '#ui/meter.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { LegalEditor } from './legal-editor.tsx';

/** How long a text rests before it is shown as members would read it. */
const REST_MS = 600;

/** The legal pages of a brand: whose text each is, and what was in force when. */
export function LegalPages({ brand }: { brand: string }) {
  const { t, i18n } = useTranslation('texts');
  const format = useFormat();
  const [search, setSearch] = useSearchParams();
  const page = LEGAL_PAGES.find((each) => each === search.get('page')) ?? 'terms';
  const language = LANGUAGES.find((each) => each === search.get('language')) ?? (i18n.language as Language);
  const choose = (name: string, value: string) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.set(name, value);
      return next;
    });
  const part = usePart(brand, legalPart(page));
  const facts = useQuery({
    queryKey: ['brands', brand, 'legal', page, language],
    queryFn: ({ signal }) => call(readLegalPage, { brand, page, language }, { signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          dense
          label={t('legal.page')}
          value={page}
          onChange={({ target }) => choose('page', target.value)}
          options={LEGAL_PAGES.map((each) => ({ value: each, label: t(`legal.pages.${each}`) }))}
        />
        <SelectField
          dense
          label={t('language')}
          value={language}
          onChange={({ target }) => choose('language', target.value)}
          options={LANGUAGES.map((each) => ({ value: each, label: format.language(each) }))}
        />
      </div>
      <Loaded query={facts} skeleton={<SkeletonRows rows={8} />}>
        {(known) => (
          <Loaded query={part} skeleton={<SkeletonRows rows={8} />}>
            {(first) => <Editor key={page} {...{ brand, page, language, known, first }} />}
          </Loaded>
        )}
      </Loaded>
    </div>
  );
}

interface EditorProps {
  brand: string;
  page: LegalPage;
  language: Language;
  known: ReplyOf<typeof readLegalPage>;
  first: ReadPart;
}

function Editor({ brand, page, language, known, first }: EditorProps) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const draft = useDraft(brand, first);
  const written = draft.content as Partial<BrandLegalPage>;
  const { mode = 'ours', text = {} } = written;
  // A draft that begins from what is live does not ask a second time for what was asked before.
  const consentAgain = draft.revision > 0 && written.consentAgain === true;
  const change = (changed: Partial<BrandLegalPage>) =>
    draft.change({ page, mode, text, consentAgain, ...changed });
  const missing = LANGUAGES.filter((each) => mode !== 'ours' && !text[each]);
  const modes = legalModes.filter((each) => each !== 'own' || known.replaceable);
  return (
    <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="flex min-w-0 flex-col gap-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-lg">{t(`legal.pages.${page}`)}</h2>
          <SaveStatus draft={draft} />
        </div>
        <ConflictNotice draft={draft} />
        <RadioCards
          name="mode"
          label={t('legal.mode')}
          columns={modes.length > 2 ? 3 : 2}
          value={mode}
          onChange={(chosen) => change({ mode: chosen })}
          options={modes.map((each) => ({
            value: each,
            label: t(`legal.modes.${each}`),
            detail: t(`legal.modeTexts.${each}`),
          }))}
        />
        {!known.replaceable && <p className="text-sm text-muted">{t('legal.notReplaceable')}</p>}
        {mode !== 'ours' && (
          <>
            {missing.length > 0 && (
              <p>
                <Tag tone="warning">
                  {t('missingIn', { languages: missing.map((each) => format.language(each)).join(', ') })}
                </Tag>
              </p>
            )}
            <LegalEditor
              key={language}
              label={t('legal.own', { language: format.language(language) })}
              language={language}
              html={text[language] ?? ''}
              facts={known.facts}
              onChange={(html) => change({ text: { ...text, [language]: html } })}
            />
          </>
        )}
        {page === 'terms' && (
          <Checkbox
            label={t('legal.consentAgain')}
            hint={t('legal.consentAgainText')}
            checked={consentAgain}
            onChange={({ target }) => change({ consentAgain: target.checked })}
          />
        )}
        <LegalPreview {...{ brand, page, language, mode }} text={text[language] ?? ''} ours={known.ours} />
      </div>
      <div className="flex min-w-0 flex-col gap-5">
        <PublishPanel brand={brand} parts={[legalPart(page)]} flush={draft.flush} />
        {page === 'terms' && <Consents brand={brand} />}
        <section className="flex flex-col gap-3">
          <h2 className="text-base">{t('legal.inForce')}</h2>
          <ol className="divide-y divide-line rounded-card border border-line bg-surface">
            {known.editions.map(({ edition, mode: whose, consentAgain: asked, inForce }) => (
              <li key={edition} className="flex flex-wrap items-center gap-2 px-4 py-3 text-sm">
                <span className="flex-1">{format.day(dayOfEdition(edition))}</span>
                <Tag>{t(`legal.modes.${whose}`)}</Tag>
                {asked && <Tag tone="warning">{t('legal.asked')}</Tag>}
                {inForce && <Tag tone="success">{t('legal.now')}</Tag>}
              </li>
            ))}
          </ol>
        </section>
        <History brand={brand} part={legalPart(page)} />
      </div>
    </div>
  );
}

interface LegalPreviewProps {
  brand: string;
  page: LegalPage;
  language: Language;
  mode: BrandLegalPage['mode'];
  text: string;
  ours: string;
}

const look =
  'text-sm leading-relaxed [&_a]:text-primary-text [&_a]:underline [&_h2]:mt-5 [&_h2]:text-base [&_h3]:mt-3 [&_h3]:font-semibold [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:mt-2 [&_ul]:list-disc [&_ul]:pl-6 wrap-anywhere';

/** The server makes it from harmless tags alone, and says what is wrong with a text that it would not publish. */
function LegalPreview({ ours, ...tried }: LegalPreviewProps) {
  const { t, i18n } = useTranslation('texts');
  const settled = useSettled(JSON.stringify(tried), REST_MS);
  const { data, error } = useQuery({
    queryKey: ['brands', tried.brand, 'legal-preview', settled],
    queryFn: ({ signal }) => call(previewLegalPage, JSON.parse(settled) as typeof tried, { signal }),
    placeholderData: keepPreviousData,
    retry: false,
    enabled: tried.mode !== 'ours' && tried.text !== '',
  });
  const html = tried.mode === 'ours' ? ours : data?.html;
  return (
    <Card as="section" className="flex flex-col gap-3">
      <h2 className="text-base">{t('preview')}</h2>
      {error && <p className="text-sm text-danger-text">{explain(error, i18n)}</p>}
      {html && <div lang={tried.language} className={look} dangerouslySetInnerHTML={{ __html: html }} />}
    </Card>
  );
}

function Consents({ brand }: { brand: string }) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const query = useQuery({
    queryKey: ['brands', brand, 'consents'],
    queryFn: ({ signal }) => call(countTermsConsents, { brand }, { signal }),
  });
  return (
    <section className="flex flex-col gap-3">
      <h2 className="text-base">{t('consents.title')}</h2>
      <Loaded query={query} skeleton={<SkeletonRows rows={2} />}>
        {({ edition, agreed, counted, toAsk }) => {
          const all = agreed + counted + toAsk;
          return (
            <Card className="flex flex-col gap-2 p-4! text-sm">
              <Meter
                label={t('consents.meter')}
                text={t('consents.of', { agreed: agreed + counted, all })}
                value={agreed + counted}
                max={Math.max(1, all)}
              />
              <p>{t('consents.agreed', { count: agreed, date: format.day(dayOfEdition(edition)) })}</p>
              {counted > 0 && <p>{t('consents.counted', { count: counted })}</p>}
              <p className="text-muted">{t('consents.toAsk', { count: toAsk })}</p>
            </Card>
          );
        }}
      </Loaded>
    </section>
  );
}
