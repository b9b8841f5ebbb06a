import { parseSync } from 'vite';
import { resolveImport } from './resolve-import.ts';

export interface Import {
  /** As it is written. */
  specifier: string;
  /** The file of ours that it names. */
  from: string;
  /** It is fetched only when the program comes to it. */
  isLater: boolean;
}

const code = /\.(?:tsx?|json)$/;

/** What a file takes from other files of ours: values, types and what it hands on. */
export function readImports(file: string, text: string): Import[] {
  const { module, errors } = parseSync(file, text);
  if (errors.length > 0) throw new Error(`${file} cannot be read: ${errors[0]?.message ?? ''}`);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest.value] : [])),
    ),
  ];
  const later = module.dynamicImports.flatMap(({ moduleRequest: { start, end } }) => {
    const [, quoted] = /^'([^']*)'$/.exec(text.slice(start, end)) ?? [];
    return quoted === undefined ? [] : [quoted];
  });
  const ours = (isLater: boolean) => (specifier: string) => {
    const from = resolveImport(file, specifier);
    return from !== undefined && code.test(from) ? [{ specifier, from, isLater }] : [];
  };
  return [...new Set(specifiers)].flatMap(ours(false)).concat([...new Set(later)].flatMap(ours(true)));
}
