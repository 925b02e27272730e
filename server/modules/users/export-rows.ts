import type { Language } from '#contract/schemas/common.ts'
import { permissions } from '#contract/permissions.ts'
import { type TableCell, type TableRow, toDayCell } from '#server/platform/table-rows.ts'
import {
  type AttributeRow,
  listAttributes,
  listAttributeValues,
} from '#server/modules/attributes/queries.ts'
import { listGroupsOfUsers } from '#server/modules/memberships/queries.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { fromStoredBirthDate } from './birth-date.ts'
import { listOrganizationRows } from './organization-queries.ts'
import { type ExportChoice, listUsersForExport, type UserExportRow } from './list-queries.ts'

const pageRows = 1_000
const tableColumns = [
  'first_name',
  'last_name',
  'email',
  'state',
  'job_title',
  'phone',
  'birth_date',
  'hire_date',
  'balance',
  'permissions',
  'invited',
  'joined',
] as const
/** The place in the organization, with the address of the manager, which an import reads again. */
const organizationColumns = [
  'manager_id',
  'department_id',
  'location_id',
  'country',
  'timezone',
  'employee_number',
  'cost_center',
] as const

/** Returns the cell of a birthday: a date, or the text '--MM-DD' without a year. */
function toBirthDayCell(stored: string | null): TableCell {
  const day = stored === null ? null : fromStoredBirthDate(stored)
  return day === stored ? toDayCell(stored) : day
}

/** Returns the cells of the organization and of attributes of people by id. */
async function loadOrganizationCells(
  trx: Trx,
  workspaceId: string,
  ids: string[],
  attributes: AttributeRow[],
): Promise<Map<string, TableRow>> {
  const [rows, memberships, values] = await Promise.all([
    listOrganizationRows(trx, workspaceId, ids),
    listGroupsOfUsers(trx, workspaceId, ids),
    listAttributeValues(trx, workspaceId, ids),
  ])
  const valueOf = new Map(
    values.map((one) => [`${one.user_id} ${one.attribute_id}`, one.value] as const),
  )
  const groupsOf = Map.groupBy(memberships, (one) => one.user_id)
  return new Map(
    rows.map((row) => {
      const groupName = (kind: string) =>
        groupsOf.get(row.user_id)?.find((group) => group.kind === kind)?.name ?? ''
      return [
        row.user_id,
        [
          row.manager_email ?? '',
          groupName('department'),
          groupName('location'),
          row.country ?? '',
          row.timezone ?? '',
          row.employee_number,
          row.cost_center,
          ...attributes.map(({ id }) => valueOf.get(`${row.user_id} ${id}`) ?? ''),
        ],
      ]
    }),
  )
}

/**
 * Yields members of the team as table rows in the order of the team list. Texts are in the reader's
 * language, and days are in the team's time zone. Each page has its own transaction, and memory
 * holds one page at most.
 */
export async function* streamUserRows(
  db: Database,
  actor: Actor,
  choice: ExportChoice,
  language: Language,
): AsyncGenerator<TableRow[]> {
  const { workspace_id: workspaceId, timezone } = actor
  const text = (key: string) => translate(language, 'team', key)
  const day = (at: Date | null) => (at ? toDayCell(toLocalDay(at, timezone)) : null)
  const toRow = (row: UserExportRow, place: TableRow = []): TableRow => [
    row.first_name,
    row.last_name,
    row.email,
    text(`state.${row.state}`),
    row.job_title,
    row.phone,
    toBirthDayCell(row.birth_date),
    toDayCell(row.hire_date),
    row.balance,
    permissions
      .filter((name) => row[name])
      .map((name) => text(`permission.${name}`))
      .join(', '),
    day(row.invited_at),
    day(row.accepted_at),
    ...place,
  ]
  const attributes = await db.readSnapshot(workspaceId, (trx) => listAttributes(trx, workspaceId))
  yield [
    [
      ...tableColumns.map((column) => text(`field.${column}`)),
      ...organizationColumns.map((column) =>
        translate(language, 'organization', `field.${column}`),
      ),
      ...attributes.map(({ name }) => name),
    ],
  ]
  let after: unknown[] | undefined
  do {
    const from = after
    const { rows, places } = await db.readSnapshot(workspaceId, async (trx) => {
      const page = { ...choice, after: from, limit: pageRows }
      const found = await listUsersForExport(trx, workspaceId, page)
      const ids = found.map(({ id }) => id)
      return { rows: found, places: await loadOrganizationCells(trx, workspaceId, ids, attributes) }
    })
    if (rows.length) yield rows.map((row) => toRow(row, places.get(row.id)))
    const last = rows.at(-1)
    after = rows.length === pageRows && last ? [last.rank, last.sort_name, last.id] : undefined
  } while (after)
}
