import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Avatar } from './avatar.tsx';
import { Photo } from './photo.tsx';
import { SettingsList, SwitchRow } from './settings-row.tsx';

const [name, presence, label] = ['Anna', 'Online', 'Suoni'];
const picture = { src: '/media/anna.webp', thumbhash: null };

test.each([
  ['an avatar', <Avatar key="a" name={name} photo={picture} presence={presence} />],
  ['an avatar without a photo', <Avatar key="b" name={name} />],
  ['a photo to press', <Photo key="c" photo={picture} alt={name} shape="portrait" />],
  ['a photo that is missing', <Photo key="d" photo={null} alt={name} />],
])('%s may stand in a button and beside words, where HTML takes no blocks', (_, part) => {
  const html = renderToStaticMarkup(<button type="button">{part}</button>);
  expect(html).not.toMatch(/<(div|ul|ol|p|section|h\d)\b/);
});

test('a switch is a native checkbox, which says by itself whether it is on', () => {
  const html = renderToStaticMarkup(
    <SettingsList>
      <SwitchRow label={label} checked onChange={() => undefined} />
    </SettingsList>,
  );
  expect(html).toContain('role="switch"');
  expect(html).not.toContain('aria-checked');
});

test('a photo says how wide it is shown where there is a choice of files, and nowhere else', () => {
  const imageOf = (srcSet?: string) => {
    const html = renderToStaticMarkup(<Photo photo={{ ...picture, srcSet }} alt={name} sizes="36px" />);
    return /<img[^>]*>/.exec(html)?.[0];
  };
  expect(imageOf('/media/anna-160.webp 160w')).toContain('sizes="36px"');
  expect(imageOf()).not.toContain('sizes');
});
