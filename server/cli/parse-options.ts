import { parseArgs } from 'node:util'

/**
 * Splits arguments into positionals and flags. Returns undefined for a flag that is not allowed and
 * for too many positionals: a command never runs with a part of what was written.
 */
export function parseOptions(
  args: string[],
  flags: string[],
  positionalsMax: number,
): { positionals: string[]; options: ReadonlySet<string> } | undefined {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
    })
    if (positionals.length > positionalsMax) return undefined
    return { positionals, options: new Set(Object.keys(values)) }
  } catch {
    return undefined
  }
}
