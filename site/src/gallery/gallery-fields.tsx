import { Mail, Search } from 'lucide-react';
import { useState } from 'react';
import { Card } from '#ui/card.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Combobox } from '#ui/combobox.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextArea } from '#ui/text-area.tsx';
import { TextField } from '#ui/text-field.tsx';
import { type City, findCities } from './sample-people.ts';
import { Section } from './section.tsx';

const comboboxTexts = {
  short: 'Scrivi almeno tre lettere',
  loading: 'Sto cercando…',
  none: 'Nessuna città con questo nome',
  failed: 'La ricerca non ha risposto, riprova',
  clear: 'Togli la città',
  found: (count: number) => `${count} città trovate`,
};

const ages = Array.from({ length: 6 }, (_, index) => ({
  value: String(30 + index),
  label: String(30 + index),
}));

export function GalleryFields() {
  const [city, setCity] = useState<City | null>(null);
  const [otherCity, setOtherCity] = useState<City | null>({ name: 'Roma', region: 'Lazio' });
  const [sex, setSex] = useState<'woman' | 'man' | null>(null);
  const [plan, setPlan] = useState<'month' | 'year' | null>('year');
  return (
    <Section title="Fields">
      <div className="grid items-start gap-8 lg:grid-cols-2">
        <Card className="space-y-5">
          <TextField
            label="Indirizzo e-mail"
            type="email"
            required
            placeholder="nome@esempio.it"
            start={<Mail aria-hidden="true" className="size-5" />}
          />
          <PasswordField
            label="Password"
            required
            defaultValue="gelsomino"
            hint="Almeno otto caratteri."
            showLabel="Mostra la password"
            hideLabel="Nascondi la password"
          />
          <SelectField label="Età" required placeholder="Scegli" options={ages} />
          <Combobox
            label="Città"
            required
            hint="Serve a mostrarti chi è vicino."
            placeholder="Scrivi la tua città"
            value={city}
            onChange={setCity}
            load={findCities}
            textOf={(one) => one.name}
            detailOf={(one) => one.region}
            texts={comboboxTexts}
          />
          <RadioCards
            label="Io sono"
            name="sex"
            value={sex}
            onChange={setSex}
            options={[
              { value: 'woman', label: 'Una donna' },
              { value: 'man', label: 'Un uomo' },
            ]}
          />
          <TextArea
            label="Qualcosa di te"
            defaultValue="Cucino troppo per una persona sola."
            counter="35 / 300"
          />
          <div>
            <Checkbox
              required
              defaultChecked
              label={
                <>
                  Accetto i <a href="#termini">termini</a> e la <a href="#privacy">privacy</a>
                </>
              }
            />
            <Checkbox label="Ho compiuto 18 anni" />
          </div>
        </Card>
        <Card className="space-y-5">
          <FormErrors
            title="Controlla questi campi"
            errors={[
              { text: 'Scrivi un indirizzo e-mail valido', fieldId: 'wrong-email' },
              { text: 'Scegli la tua città', fieldId: 'wrong-city' },
            ]}
          />
          <TextField
            id="wrong-email"
            label="Indirizzo e-mail"
            required
            defaultValue="marco@"
            error="Scrivi un indirizzo e-mail valido"
          />
          <PasswordField
            label="Password"
            required
            error="Scrivi una password"
            showLabel="Mostra la password"
            hideLabel="Nascondi la password"
          />
          <SelectField label="Età" required placeholder="Scegli" options={ages} error="Scegli la tua età" />
          <Combobox
            id="wrong-city"
            label="Città"
            required
            error="Scegli la tua città dall'elenco"
            value={otherCity}
            onChange={setOtherCity}
            load={findCities}
            textOf={(one) => one.name}
            detailOf={(one) => one.region}
            texts={comboboxTexts}
          />
          <RadioCards
            label="Quale piano?"
            name="plan"
            value={plan}
            onChange={setPlan}
            columns={1}
            error="Scegli un piano"
            options={[
              { value: 'month', label: 'Un mese', detail: '19,90 € al mese' },
              { value: 'year', label: 'Un anno', detail: '9,90 € al mese' },
            ]}
          />
          <TextField label="Nome (non si cambia)" readOnly defaultValue="Marco" />
          <TextField
            label="Cerca"
            disabled
            placeholder="Cerca"
            start={<Search aria-hidden="true" className="size-5" />}
          />
          <Checkbox label="Ho compiuto 18 anni" required error="Il servizio è per adulti" />
        </Card>
      </div>
    </Section>
  );
}
