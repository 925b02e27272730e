import { Resolver } from 'node:dns/promises'
import { secondMs } from '#contract/durations.ts'

/**
 * Returns the TXT records of a name, each joined from its parts. Empty when the name has none or the
 * name server does not answer within some seconds.
 */
export async function resolveTxtRecords(name: string): Promise<string[]> {
  try {
    const records = await new Resolver({ timeout: 3 * secondMs, tries: 2 }).resolveTxt(name)
    return records.slice(0, 100).map((parts) => parts.join(''))
  } catch {
    return []
  }
}
