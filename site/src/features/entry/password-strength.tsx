import { useTranslation } from 'react-i18next';
import { Meter } from '#ui/meter.tsx';

const strengths = ['weak', 'fair', 'strong'] as const;
type Strength = (typeof strengths)[number];

const SHORT = 8;
const LONG = 14;
const obvious = /^(passwor[dt]|qwert[yz]|azerty|12345|abcd|iloveyou|contrase|motdepasse)/i;

/** A rough guess: length counts most, then how much the letters differ. */
export function strengthOf(password: string): Strength {
  const differing = new Set(password.toLowerCase()).size;
  if (password.length < SHORT || differing < 5 || obvious.test(password)) return 'weak';
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\d/, /[^\p{L}\d]/u].filter((kind) => kind.test(password)).length;
  return password.length >= LONG || (password.length > SHORT + 1 && kinds >= 3) ? 'strong' : 'fair';
}

/** Says how good a new password is. It forbids none. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation('signup');
  if (password === '') return null;
  const strength = strengthOf(password);
  return (
    <div>
      <Meter
        label={t('strength.label')}
        value={strengths.indexOf(strength) + 1}
        max={strengths.length}
        text={t(`strength.${strength}`)}
        className="text-sm"
      />
      <p role="status" className="mt-1.5 text-sm text-muted">
        {strength === 'weak' && t('strength.advice')}
      </p>
    </div>
  );
}
