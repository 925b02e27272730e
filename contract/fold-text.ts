/** Returns the text normalized for comparison: trimmed, lower case, NFC. */
export const foldText = (text: string): string => text.trim().toLowerCase().normalize('NFC')

/** Returns the text as `foldText` does, without accents: "Café" is found by "cafe". */
export const foldAccents = (text: string): string =>
  text.trim().toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')

/** Returns the text of a hashtag for comparison: the Turkish "İ" is an "i", not one with a mark. */
export const foldTag = (text: string): string => foldText(text).replaceAll('i\u0307', 'i')
