interface Chunk {
  file: string;
  imports?: readonly string[];
}

/** Links to the files of some sources, so that they are fetched together with the script that asks for them. */
export function preloadLinks(manifest: unknown, sources: readonly string[]): string {
  const chunks = manifest as Record<string, Chunk>;
  const files = new Set<string>();
  const add = (name: string) => {
    const chunk = chunks[name];
    if (!chunk || files.has(chunk.file)) return;
    files.add(chunk.file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const source of sources) add(source);
  // The page's own script and what it imports are linked by the HTML that Vite wrote.
  const entry = chunks['index.html'];
  const linked = new Set([entry?.file, ...(entry?.imports ?? []).map((name) => chunks[name]?.file)]);
  return [...files]
    .filter((file) => !linked.has(file))
    .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');
}
