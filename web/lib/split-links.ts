/** A part of a text; `href` is the address of a link. */
export type TextPart = { text: string; href?: string }

const linkPattern = /https?:\/\/[^\s<>"']+/gi
/** Punctuation after an address belongs to the sentence, and a bracket to the text around it. */
const trailingPattern = /[.,;:!?)\]}»”’]+$/

/**
 * Splits a text into plain parts and web addresses. Only http and https become links. Hand-written,
 * because libraries that find links are larger than the whole post card.
 */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const { 0: found, index } of text.matchAll(linkPattern)) {
    const address = found.includes('(')
      ? found.replace(/[.,;:!?]+$/, '')
      : found.replace(trailingPattern, '')
    if (!URL.canParse(address)) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: address, href: address })
    end = index + address.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
