/** How somebody is called on cards and rows. */
export function nameAndAge({ screenName, age }: { screenName: string; age: number | null }): string {
  return age === null ? screenName : `${screenName}, ${age}`;
}
