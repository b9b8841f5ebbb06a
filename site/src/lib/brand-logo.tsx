import { useShell } from './boot.ts';
import { classNames } from '../ui/class-names.ts';

/** The brand's own drawing. The name beside it is for those who can't see it. */
export function BrandLogo() {
  const { brand } = useShell();
  return (
    <span
      role="img"
      aria-label={brand.title}
      className={classNames(
        'block h-8 w-fit [&>svg]:h-full [&>svg]:w-auto',
        brand.theme.hero === 'tiles' && 'text-primary-text',
      )}
      // Written by the brand's operator and checked when it is saved; scripts in it would not run (CSP).
      dangerouslySetInnerHTML={{ __html: brand.logo }}
    />
  );
}
