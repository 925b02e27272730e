import { normalizeAddress } from '#contract/email-address.ts'

/** Typed or pasted text: a valid address, an invalid address, or a duplicate. */
export type ParsedAddress = { text: string; state: 'valid' | 'invalid' | 'twice' }

/**
 * Parses addresses separated by commas, semicolons, spaces or line ends. Accepts "Ada King
 * <ada@example.com>" too.
 */
export function parseAddresses(typed: string): ParsedAddress[] {
  const seenAddresses = new Set<string>()
  return typed
    .replaceAll(/[^,;\n<>]*<\s*(?:mailto:)?([^\s<>]+)\s*>/giu, ' $1 ')
    .split(/[\s,;]+/u)
    .map((text) => text.replace(/^mailto:/i, '').toLowerCase())
    .filter(Boolean)
    .map((text) => {
      const address = normalizeAddress(text)
      if (address === undefined) return { text, state: 'invalid' as const }
      if (seenAddresses.has(address)) return { text: address, state: 'twice' as const }
      seenAddresses.add(address)
      return { text: address, state: 'valid' as const }
    })
}

/** Returns the number of addresses in each state. */
export function countAddresses(addresses: ParsedAddress[]): Record<ParsedAddress['state'], number> {
  const counts = { valid: 0, invalid: 0, twice: 0 }
  for (const { state } of addresses) counts[state] += 1
  return counts
}
