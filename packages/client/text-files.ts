/** Words that belong to the contract, because the server or both apps speak them: their folders below `contract/`. */
const contractFolders: Partial<Record<string, string>> = {
  errors: 'locales',
  notificationKinds: 'notification/locales',
  details: 'profile/locales',
  interests: 'profile/interests/locales',
  prompts: 'profile/prompts/locales',
  popups: 'brand/popups/locales',
};

/** The file of some words, as it is seen from the folder `src/shell` of an app. */
export function textFile(language: string, namespace: string): string {
  const folder = contractFolders[namespace];
  return folder === undefined
    ? `../locales/${language}/${namespace}.json`
    : `../../../contract/${folder}/${language}.json`;
}

/** What the words of a file are asked for by: its name. */
export function namespaceOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1, -'.json'.length);
}
