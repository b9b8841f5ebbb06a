import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { useMyBrands } from '#console/shell/api.ts';
import { useBrandScope, useChooseBrand } from '#console/shell/brand-scope.ts';
import { Page } from '#console/shell/page.tsx';
import { textChannels } from '#contract/brand/texts.ts';
import { SelectField } from '#ui/select-field.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { ChannelTexts } from './channel-texts.tsx';
import { LegalPages } from './legal-pages.tsx';

const tabs = [...textChannels, 'legal'] as const;
export type TextsTab = (typeof tabs)[number];

/** What a brand says in words of its own. The channel, the language and what is looked for stand in the address. */
export function Texts() {
  const { t } = useTranslation('texts');
  const [search, setSearch] = useSearchParams();
  const brands = useMyBrands('brands.edit');
  const scope = useBrandScope();
  const chooseBrand = useChooseBrand();
  // Words belong to one brand: without a choice the first is shown.
  const brand = brands.find(({ key }) => key === scope)?.key ?? brands[0]?.key;
  const tab = tabs.find((each) => each === search.get('channel')) ?? 'mail';
  const open = (channel: TextsTab) =>
    setSearch((before) => {
      const next = new URLSearchParams(before);
      next.set('channel', channel);
      for (const name of ['group', 'page']) next.delete(name);
      return next;
    });
  return (
    <Page text={t('text')}>
      {scope === undefined && brands.length > 1 && brand !== undefined && (
        <SelectField
          dense
          label={t('brand')}
          value={brand}
          onChange={({ target }) => chooseBrand(target.value)}
          options={brands.map(({ key, title }) => ({ value: key, label: title }))}
          className="max-w-xs"
        />
      )}
      {brand !== undefined && (
        <Tabs
          label={t('page.texts')}
          value={tab}
          onChange={open}
          className="[&_[role=tablist]]:overflow-x-auto"
          tabs={tabs.map((each) => ({
            value: each,
            label: t(`channels.${each}`),
            content:
              each === 'legal' ? (
                <LegalPages key={brand} brand={brand} />
              ) : (
                <ChannelTexts key={`${brand} ${each}`} brand={brand} channel={each} />
              ),
          }))}
        />
      )}
    </Page>
  );
}
