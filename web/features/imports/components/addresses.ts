/** What somebody typed or pasted: valid, no address, or an address that stood there before. */
export type Address = { text: string; state: 'valid' | 'invalid' | 'twice' }

const email_chars_max = 254
const pattern = /^[^\s@"<>()]{1,64}@[^\s@"<>()]+\.[^\s@."<>()]+$/u

/** Addresses separated by commas, semicolons, spaces or line ends; "Ada King <ada@example.com>" is one too. */
export function readAddresses(typed: string): Address[] {
  const seen = new Set<string>()
  return typed
    .replaceAll(/[^,;\n<>]*<\s*(?:mailto:)?([^\s<>]+)\s*>/giu, ' $1 ')
    .split(/[\s,;]+/u).map((text) => text.replace(/^mailto:/i, '').toLowerCase()).filter(Boolean)
    .map((text) => {
      if (text.length > email_chars_max || !pattern.test(text)) return { text, state: 'invalid' as const }
      if (seen.has(text)) return { text, state: 'twice' as const }
      seen.add(text)
      return { text, state: 'valid' as const }
    })
}
