import 'i18next';
import type errors from '../../../contract/locales/it.json';
import type home from '../locales/it/home.json';
import type pages from '../locales/it/pages.json';
import type popups from '../locales/it/popups.json';
import type shell from '../locales/it/shell.json';

interface Texts {
  errors: typeof errors;
  home: typeof home;
  pages: typeof pages;
  popups: typeof popups;
  shell: typeof shell;
}

export type Namespace = keyof Texts;

declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'shell';
    resources: Texts;
  }
}
