/** The first letter of a name as a reader sees it, whatever alphabet or emoji it is. */
export function firstGrapheme(text: string): string {
  for (const { segment } of new Intl.Segmenter().segment(text)) return segment
  return ''
}
