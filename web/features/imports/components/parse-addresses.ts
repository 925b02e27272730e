import { normalizeAddress } from '#contract/email-address.ts'

/** What somebody typed or pasted: valid, no address, or an address that stood there before. */
export type ParsedAddress = { text: string; state: 'valid' | 'invalid' | 'twice' }

/**
 * Addresses separated by commas, semicolons, spaces or line ends; "Ada King <ada@example.com>" is
 * one too.
 */
export function parseAddresses(typed: string): ParsedAddress[] {
  const seen = new Set<string>()
  return typed
    .replaceAll(/[^,;\n<>]*<\s*(?:mailto:)?([^\s<>]+)\s*>/giu, ' $1 ')
    .split(/[\s,;]+/u)
    .map((text) => text.replace(/^mailto:/i, '').toLowerCase())
    .filter(Boolean)
    .map((text) => {
      const address = normalizeAddress(text)
      if (address === undefined) return { text, state: 'invalid' as const }
      if (seen.has(address)) return { text: address, state: 'twice' as const }
      seen.add(address)
      return { text: address, state: 'valid' as const }
    })
}
