import type { ArchiveFile } from '#contract/workspace-archive/format.ts'
import { toRowSchema } from '#contract/workspace-archive/format.ts'
import { ArchiveError } from './archive-error.ts'
import type { ArchiveNoun } from './describe-nouns.ts'
import { readJsonLines } from './read-lines.ts'

type KeyPart = string | number | boolean | null

/** Compares as the export orders: null first, numbers by value, text by its bytes. */
function compareParts(a: KeyPart, b: KeyPart): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null)
  if (typeof a === 'string' && typeof b === 'string')
    return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Number(a) - Number(b)
}

function compareKeys(a: readonly KeyPart[], b: readonly KeyPart[]): number {
  for (const [n, part] of a.entries()) {
    const order = compareParts(part, b[n] ?? null)
    if (order) return order
  }
  return 0
}

function parseLine(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown>
  } catch {
    return null
  }
}

/**
 * Checks that each line has the shape of the noun, in the order of its key, and counts them. Throws
 * an ArchiveError that names file, line and field.
 */
export async function checkLines(
  path: string,
  { file, rows }: ArchiveFile,
  { columns, key }: ArchiveNoun,
): Promise<void> {
  const schema = toRowSchema(columns)
  const names = columns.map((column) => column.name).join()
  let before: KeyPart[] | undefined
  let count = 0
  const lines = readJsonLines(path)
  for (;;) {
    const next = await lines.next().catch((error: Error) => {
      throw new ArchiveError(`${file} is cut: ${error.message}`)
    })
    if (next.done) break
    count += 1
    const row = parseLine(next.value)
    const { error } = schema.safeParse(row)
    if (!row || error)
      throw new ArchiveError(
        `${file}, line ${count}: not as in its schema${error ? ` (${error.issues[0]?.path.join('.') || error.issues[0]?.message})` : ''}`,
      )
    if (Object.keys(row).join() !== names)
      throw new ArchiveError(
        `${file}, line ${count}: its fields are not in the order of the schema`,
      )
    const current = key.map((name) => row[name] as KeyPart)
    if (before && compareKeys(before, current) >= 0)
      throw new ArchiveError(`${file}, line ${count}: lines are not in the order of their keys`)
    before = current
  }
  if (count !== rows) throw new ArchiveError(`${file} has ${count} lines instead of ${rows}`)
  if (!key.length && count > 1) throw new ArchiveError(`${file} has more than one line`)
}
