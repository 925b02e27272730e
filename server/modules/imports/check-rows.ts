import type { Permissions } from '#contract/permissions.ts'
import { type ExistingMember, findMembersByEmail } from '#server/modules/users/invite-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import {
  type ColumnMapping,
  type FileReferences,
  type ParsedRow,
  parseRow,
  refuseUneditable,
} from '#server/modules/people-files/parse-rows.ts'
import { checkPlaces } from '#server/modules/people-files/place-people.ts'
import type { ImportLine } from './row-queries.ts'

/** What is known about the whole file, of which rows are checked in pages. */
export type AnalyzedFile = {
  columns: ColumnMapping
  repeated: ReadonlySet<number>
  references: FileReferences
}

/**
 * Parses rows and checks them against the team, for the dry run and for the import alike. `stored`
 * is the row as it was given. Returns the members among the rows too.
 */
export async function checkRows<Stored extends ImportLine>(
  trx: Trx,
  { workspaceId, ...uploader }: { workspaceId: string; id: string; held: Permissions },
  { columns, repeated, references }: AnalyzedFile,
  lines: Stored[],
): Promise<{
  checkedRows: { line: number; stored: Stored; row: ParsedRow }[]
  members: ReadonlyMap<string, ExistingMember>
}> {
  const parsedRows = lines.map((stored) => ({
    stored,
    line: stored.line,
    row: parseRow(columns, stored.cells, repeated.has(stored.line)),
  }))
  const members = await findMembersByEmail(
    trx,
    workspaceId,
    parsedRows.flatMap(({ row }) => ('person' in row ? [row.email] : [])),
  )
  const checkedRows = await checkPlaces(
    trx,
    workspaceId,
    parsedRows.map((parsed) => ({
      ...parsed,
      row: refuseUneditable(parsed.row, uploader, members),
    })),
    { members, references },
  )
  return { checkedRows, members }
}
