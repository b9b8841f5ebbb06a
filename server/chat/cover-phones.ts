/** Seven to fifteen digits that may be grouped, with a country code or without: a number that could be called. */
const phone = /(?<![\p{L}\p{N}])(?:\+|00)?\d(?:[\s.\-/()]{0,2}\d){6,14}(?![\p{L}\p{N}])/gu;

export function holdsPhone(text: string): boolean {
  return text.search(phone) >= 0;
}

/** The same text with the digits of telephone numbers covered. */
export function coverPhones(text: string): string {
  return text.replace(phone, (number) => number.replace(/\d/g, '•'));
}
