/** Colors on which white text is readable. */
const tones = [
  '#B24E36',
  '#8A5F00',
  '#4A7226',
  '#1B7062',
  '#2F6FB0',
  '#6A55B8',
  '#A0428A',
  '#7A5C45',
]

/** Returns a background color for white text, always the same for a key. */
export function toneOf(key: string): string {
  let sum = 0
  for (const letter of key) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973
  return tones[sum % tones.length] ?? '#7A5C45'
}
