import { parseArgs } from 'node:util'

/** Splits arguments into positionals and flags. Returns undefined when a flag is not allowed. */
export function parseOptions(
  args: string[],
  flags: string[],
): { positionals: string[]; options: ReadonlySet<string> } | undefined {
  try {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: Object.fromEntries(flags.map((flag) => [flag, { type: 'boolean' as const }])),
    })
    return { positionals, options: new Set(Object.keys(values)) }
  } catch {
    return undefined
  }
}
