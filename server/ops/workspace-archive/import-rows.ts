import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import type { ArchiveFile } from '#contract/workspace-archive/format.ts'
import { quoteIdentifier } from '#server/ops/backup.ts'
import { copyIn } from '#server/platform/database/copy-streams.ts'
import { ArchiveError } from './archive-error.ts'
import { type ArchiveNoun, workspaceColumn } from './describe-nouns.ts'
import { jsonLines } from './export-workspace.ts'

/** Rows that triggers create for new people, before the archived ones. */
const triggerRows: ReadonlySet<string> = new Set(['permissions', 'wallets'])

/** Values of columns that an archive does not have and that have no default. */
export type AddedValues = Readonly<Record<string, Readonly<Record<string, unknown>>>>

/** Copies a file to the temporary table. Throws when it was changed since its verification. */
async function stageLines(client: pg.Client, folder: string, file: ArchiveFile): Promise<void> {
  const hash = createHash('sha256')
  async function* readChunks(): AsyncGenerator<Buffer> {
    for await (const chunk of createReadStream(join(folder, file.file)) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      yield chunk
    }
  }
  await client.query('truncate archive_lines')
  const rows = await copyIn(client, `copy archive_lines from stdin with ${jsonLines}`, readChunks())
  if (rows !== file.rows || hash.digest('hex') !== file.sha256)
    throw new ArchiveError(`${file.file} was changed during the import`)
}

/** Creates the temporary table of lines for the transaction. */
export async function createStaging(client: pg.Client): Promise<void> {
  await client.query('create temporary table archive_lines (line json) on commit drop')
}

/**
 * Inserts the lines of a noun in one statement, because rows may refer to later rows of their own
 * table. Throws an ArchiveError with the file when the database refuses them.
 */
export async function insertNoun(
  client: pg.Client,
  { folder, file, workspaceId }: { folder: string; file: ArchiveFile; workspaceId: string },
  { name, columns }: ArchiveNoun,
  added: AddedValues,
): Promise<void> {
  try {
    if (!file.rows) return
    await stageLines(client, folder, file)
    if (triggerRows.has(name))
      await client.query(`delete from ${quoteIdentifier(name)} where workspace_id = $1`, [
        workspaceId,
      ])
    const names = columns.map((column) => quoteIdentifier(column.name))
    const extra = Object.entries(added[name] ?? {})
    const targets = [workspaceColumn(name), ...names, ...extra.map(([column]) => column)]
    const values = [
      '$1',
      ...names.map((column) => `r.${column}`),
      ...extra.map((_, n) => `$${n + 2}`),
    ]
    const table = `public.${quoteIdentifier(name)}`
    await client.query(
      `insert into ${table} (${targets.join(', ')}) select ${values.join(', ')}
      from archive_lines, json_populate_record(null::${table}, line) r`,
      [workspaceId, ...extra.map(([, value]) => value)],
    )
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError(
      `${file.file} cannot be imported: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
}
