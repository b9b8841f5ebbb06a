import { classNames } from '#ui/class-names.ts';
import { useShell } from './boot.ts';

/** The brand's sign and name. */
export function BrandLogo() {
  const { brand } = useShell();
  return (
    <span
      className={classNames(
        'heading flex h-8 w-fit items-center gap-2 text-xl leading-none',
        brand.theme.hero === 'tiles' && 'text-primary-text',
      )}
    >
      <span
        aria-hidden
        className="block h-8 [&>svg]:h-full [&>svg]:w-auto"
        // Written by the brand's operator and checked when it is saved; scripts in it would not run (CSP).
        dangerouslySetInnerHTML={{ __html: brand.logo }}
      />
      {brand.title}
    </span>
  );
}
