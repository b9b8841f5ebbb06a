import { useTranslation } from 'react-i18next';
import type { CookieCategory } from '#contract/insight/consent.ts';
import { storedItems } from '#contract/insight/cookies.ts';
import { categoryOfPixel, originsOfPixels } from '#contract/insight/pixels.ts';
import { useShell } from '#site/shell/boot.ts';
import { openPopup } from '#site/shell/popups.ts';
import { Button } from '#ui/button.tsx';

const categories = ['necessary', 'measurement', 'advertising'] as const satisfies readonly CookieCategory[];

/** What the site stores, item by item, whom it reports to, and the way to change one's mind. */
export function StoredItems() {
  const { t } = useTranslation(['legal', 'shell']);
  const { brand } = useShell();
  return (
    <section className="mt-9">
      <h2 className="text-xl text-ink">{t('stored.title')}</h2>
      {brand.cookieConsent && (
        <Button variant="secondary" className="mt-4" onClick={() => openPopup({ name: 'cookie_choices' })}>
          {t('stored.change')}
        </Button>
      )}
      {categories.map((category) => (
        <Category key={category} category={category} />
      ))}
    </section>
  );
}

function Category({ category }: { category: CookieCategory }) {
  const { t } = useTranslation('legal');
  const { pixels } = useShell().brand;
  const items = storedItems.filter((item) => item.category === category);
  const groups = Map.groupBy(items, ({ purpose, lasts }) => `${purpose} ${lasts}`);
  const rows = [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => [first, group.map(({ name }) => name)] as const),
  );
  const { images, connect } = originsOfPixels(pixels.filter((one) => categoryOfPixel(one) === category));
  const services = [...images, ...connect].map((origin) => new URL(origin).hostname);
  return (
    <>
      <h3 className="mt-7 text-lg text-ink">{t(`stored.categories.${category}`)}</h3>
      <ul className="mt-3 divide-y divide-line rounded-card edge bg-surface">
        {rows.map(([{ purpose, lasts }, names]) => (
          <li key={`${purpose} ${lasts}`} className="px-4 py-3">
            <p>
              {t(`stored.purposes.${purpose}`)}{' '}
              <span className="text-muted">{t(`stored.lasts.${lasts}`)}</span>
            </p>
            <p className="mt-1 font-mono text-sm wrap-anywhere text-muted">{names.join(', ')}</p>
          </li>
        ))}
        {services.length > 0 && (
          <li className="px-4 py-3">
            <p>{t('stored.services')}</p>
            <p className="mt-1 font-mono text-sm wrap-anywhere text-muted">{services.join(', ')}</p>
          </li>
        )}
      </ul>
    </>
  );
}
