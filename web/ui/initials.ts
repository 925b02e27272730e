/** Returns the first grapheme of a text, in any alphabet and for emoji. */
export function firstGrapheme(text: string): string {
  for (const { segment } of new Intl.Segmenter().segment(text)) return segment
  return ''
}
