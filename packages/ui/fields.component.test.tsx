import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { page, userEvent } from 'vitest/browser';
import { Checkbox } from './checkbox.tsx';
import { PasswordField } from './password-field.tsx';
import { SelectField } from './select-field.tsx';
import { Slider } from './slider.tsx';
import { TextField } from './text-field.tsx';

const name = page.getByRole('textbox', { name: 'Name' });

test('a field says what is wrong with it, and then what it is for', async () => {
  const screen = await render(<TextField label="Name" hint="As others see it." />);
  await expect.element(name).toHaveAccessibleDescription('As others see it.');
  await expect.element(name).not.toHaveAttribute('aria-invalid');
  await screen.rerender(<TextField label="Name" hint="As others see it." error="It is too short." />);
  await expect.element(name).toHaveAccessibleDescription('It is too short. As others see it.');
  await expect.element(name).toHaveAttribute('aria-invalid', 'true');
});

test('a required field says so, and a small one is named without showing it', async () => {
  await render(<TextField dense required label="Name" />);
  await expect.element(name).toHaveAttribute('aria-required', 'true');
  expect(document.querySelector('label')?.className).toBe('sr-only');
});

test('a checkbox tells of its error, and its words can be pressed', async () => {
  await render(<Checkbox label="I agree" error="It is needed." />);
  const box = page.getByRole('checkbox', { name: 'I agree' });
  await expect.element(box).toHaveAccessibleDescription('It is needed.');
  await page.getByText('I agree').click();
  await expect.element(box).toBeChecked();
});

test('a password shows itself on demand', async () => {
  await render(<PasswordField label="Secret" showLabel="Show" hideLabel="Hide" />);
  const secret = page.getByLabelText('Secret');
  await secret.fill('quiet');
  await expect.element(secret).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.element(secret).toHaveAttribute('type', 'text');
  await expect.element(secret).toHaveValue('quiet');
  await page.getByRole('button', { name: 'Hide' }).click();
  await expect.element(secret).toHaveAttribute('type', 'password');
});

const options = [
  { value: 'it', label: 'Italy' },
  { value: 'es', label: 'Spain' },
];

test('a select begins with nothing chosen, and says what is wrong with it', async () => {
  const changed = vi.fn<(value: string) => void>();
  await render(
    <SelectField
      label="Country"
      placeholder="Choose"
      options={options}
      error="One is needed."
      onChange={(event) => changed(event.target.value)}
    />,
  );
  const country = page.getByRole('combobox', { name: 'Country' });
  await expect.element(country).toHaveValue('');
  await expect.element(country).toHaveAccessibleDescription('One is needed.');
  await country.selectOptions('Spain');
  expect(changed).toHaveBeenCalledExactlyOnceWith('es');
  await expect.element(country).toHaveValue('es');
});

function Zoom() {
  const [value, setValue] = useState(1);
  return (
    <Slider
      label="Zoom"
      min={1}
      max={3}
      step={0.5}
      value={value}
      onChange={setValue}
      valueText={`${value * 100} %`}
    />
  );
}

test('a slider moves by the keys, within its ends, and tells its value in words', async () => {
  await render(<Zoom />);
  const zoom = page.getByRole('slider', { name: 'Zoom' });
  await expect.element(zoom).toHaveAttribute('aria-valuetext', '100 %');
  await userEvent.keyboard('{Tab}');
  await expect.element(zoom).toHaveFocus();
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(zoom).toHaveAttribute('aria-valuetext', '150 %');
  await userEvent.keyboard('{End}');
  await expect.element(zoom).toHaveAttribute('aria-valuetext', '300 %');
  await userEvent.keyboard('{ArrowRight}');
  await expect.element(zoom).toHaveAttribute('aria-valuetext', '300 %');
});
