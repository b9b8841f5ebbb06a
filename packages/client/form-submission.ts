import {
  type ChangeEvent,
  type FormEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type Resolver,
  useForm,
  useWatch,
} from 'react-hook-form';
import type { z } from 'zod';
import { useBackOnline } from './back-online.ts';

/** The name of a field, which is also the `name` of its control. */
export type FieldName<Values> = keyof Values & string;

export interface FormOptions<Values extends FieldValues, Sent, Refusal extends { code: string }> {
  defaults: Values;
  /**
   * The contract's schema of what is typed; its output is what is sent. It is loaded when the form is sent, so that a
   * page that is only looked at loads no validation.
   */
  schema: () => Promise<z.ZodType<Sent>>;
  submit: (sent: Sent) => Promise<void>;
  /** What an error means for the person before the screen. */
  describe: (error: unknown) => Refusal;
  /** Refusals that are about one field, besides `field.<name>`, which always are. */
  fieldOf?: Readonly<Record<string, FieldName<Values>>> | undefined;
  /** Receives the values whenever one changes, for a draft that outlives the page. */
  onValues?: ((values: Values) => void) | undefined;
  /** Receives the names of the fields at fault, for a form of several pages. */
  onProblems?: ((names: readonly string[]) => void) | undefined;
  /** Whether a field that something was typed into is checked as soon as it is left, for what is long to type. */
  checkOnBlur?: boolean | undefined;
  /** Awaited before a problem is shown, for words that come late. */
  loadWords?: (() => Promise<unknown>) | undefined;
}

type FormControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export interface FormSubmission<Values extends FieldValues, Refusal> {
  /** For the `<form>`. Its method keeps what was typed out of the address, should it be sent without scripts. */
  formProps: {
    ref: RefObject<HTMLFormElement | null>;
    method: 'post';
    noValidate: true;
    onSubmit: (event: FormEvent) => void;
  };
  busy: boolean;
  isDirty: boolean;
  /** Why it was refused, where that is not about a single field. */
  refusal: Refusal | null;
  /** The code of what is wrong with a field: the schema's message, or the refusal of the server. */
  problemOf: (name: FieldName<Values>) => string | undefined;
  /** The props of a plain input, checkbox or text area. */
  register: (name: FieldName<Values>) => {
    name: string;
    ref: (element: FormControl | null) => void;
    onChange: (event: ChangeEvent<FormControl>) => void;
    onBlur: (event: { target: unknown; type?: unknown }) => void;
  };
  /** The current value, for what shows it. The form renders again when it changes. */
  watch: <Name extends FieldName<Values>>(name: Name) => Values[Name];
  change: <Name extends FieldName<Values>>(name: Name, value: Values[Name]) => void;
  focus: (name: FieldName<Values>) => void;
  /** Says that a field is wrong and goes there, for what only the submission found out. */
  mark: (name: FieldName<Values>, code: string) => void;
  values: () => Values;
  /** Sends it as its button would. */
  send: () => void;
  reset: (values?: Values) => void;
}

/**
 * Checks a form by the contract's schema, sends it once however often the button is pressed, shows each problem at its
 * field and takes the focus to the first. What was typed stays, whatever happens.
 */
export function useFormSubmission<Values extends FieldValues, Sent, Refusal extends { code: string }>({
  defaults,
  schema,
  submit,
  describe,
  fieldOf = {},
  onValues,
  onProblems,
  checkOnBlur = false,
  loadWords,
}: FormOptions<Values, Sent, Refusal>): FormSubmission<Values, Refusal> {
  const element = useRef<HTMLFormElement>(null);
  const sending = useRef(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  // Once the network is back, the sentence that it is not there would be untrue.
  useBackOnline(refusal?.code === 'offline', () => setRefusal(null));
  const [atFault, setAtFault] = useState<readonly string[]>([]);
  const form = useForm<Values, unknown, Sent>({
    defaultValues: defaults as DefaultValues<Values>,
    resolver: resolverFor(schema),
    reValidateMode: 'onSubmit',
    // Not every control is registered, so the focus is moved below.
    shouldFocusError: false,
  });
  const watched = useWatch({ control: form.control }) as Values;
  const { errors, isSubmitting, isDirty } = form.formState;
  const pathOf = (name: string) => name as Path<Values>;

  // After the render that shows the problems: a field may be there only because of one.
  useEffect(() => focusFirst(element.current, atFault), [atFault]);

  const notify = useEffectEvent((values: Values) => onValues?.(values));
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => notify(values) }),
    [form],
  );

  function announce(names: readonly string[]) {
    setAtFault(names);
    onProblems?.(names);
  }

  /** At the field it is about, or over the whole form. */
  async function showRefusal(error: unknown) {
    const refused = describe(error);
    await loadWords?.();
    const name = fieldOf[refused.code] ?? fieldNamed(refused.code, defaults);
    if (name === undefined) setRefusal(refused);
    else mark(name, refused.code);
  }

  function mark(name: string, code: string) {
    form.setError(pathOf(name), { message: code });
    announce([name]);
  }

  const problemOf = (name: string) =>
    (errors as Record<string, { message?: string } | undefined>)[name]?.message;

  /** What the server said of a field stands until it is changed. */
  async function checkField(name: string) {
    if (!form.getValues(pathOf(name)) || problemOf(name) !== undefined) return;
    await loadWords?.();
    await form.trigger(pathOf(name));
  }

  const check = form.handleSubmit(
    (checked) => submit(checked).catch(showRefusal),
    async (found) => {
      await loadWords?.();
      announce(Object.keys(found));
    },
  );

  function send() {
    if (sending.current) return;
    sending.current = true;
    setRefusal(null);
    // A schema that can not be loaded is a refusal like any other.
    void check()
      .catch(showRefusal)
      .finally(() => (sending.current = false));
  }

  return {
    formProps: {
      ref: element,
      method: 'post',
      noValidate: true,
      onSubmit(event) {
        event.preventDefault();
        send();
      },
    },
    busy: isSubmitting,
    isDirty,
    refusal,
    problemOf,
    register(name) {
      const path = pathOf(name);
      const { ref, onChange, onBlur } = form.register(path);
      return {
        name,
        // What was typed before the page came to life is read from the control here.
        ref,
        onChange(event) {
          form.clearErrors(path);
          void onChange(event);
        },
        onBlur(event) {
          void onBlur(event);
          // Should the schema not load, sending says so.
          if (checkOnBlur) void checkField(name).catch(() => undefined);
        },
      };
    },
    watch: (name) => watched[name],
    change(name, value) {
      form.clearErrors(pathOf(name));
      form.setValue(pathOf(name), value, { shouldDirty: true });
    },
    focus: (name) => focusFirst(element.current, [name]),
    mark,
    values: () => form.getValues(),
    send,
    reset: (values) => form.reset(values),
  };
}

/** Each field shows its first problem. */
function resolverFor<Values extends FieldValues, Sent>(
  schema: () => Promise<z.ZodType<Sent>>,
): Resolver<Values, unknown, Sent> {
  return async (values) => {
    const parsed = (await schema()).safeParse(values);
    if (parsed.success) return { values: parsed.data, errors: {} };
    const errors: Record<string, { type: string; message: string }> = {};
    for (const { path, message } of parsed.error.issues)
      errors[String(path[0])] ??= { type: 'schema', message };
    return { values: {}, errors: errors as FieldErrors<Values> };
  };
}

/** The server names the field in the code of its refusal. */
function fieldNamed(code: string, defaults: FieldValues): string | undefined {
  const name = code.startsWith('field.') ? code.slice('field.'.length) : '';
  return Object.hasOwn(defaults, name) ? name : undefined;
}

function focusFirst(form: HTMLFormElement | null, names: readonly string[]): void {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[];
  controls.find(({ name }) => names.includes(name))?.focus();
}
