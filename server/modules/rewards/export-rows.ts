import type { Language } from '#contract/schemas/common.ts'
import {
  canSeeEmails,
  type ExportPeople,
  loadExportPeople,
  selectExportColumns,
} from '#server/modules/users/export-people.ts'
import { type TableRow, toDayCell } from '#server/platform/table-rows.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import {
  type ContributionExportRow,
  listPurchasesForExport,
  type PurchaseExportRow,
} from './queries.ts'

const pageRows = 1_000
const tableColumns = [
  'date',
  'buyers',
  'buyers_email',
  'reward',
  'kind',
  'price',
  'company_part',
  'status',
  'comments',
  'decided',
  'decided_by',
  'ordered',
  'ordered_by',
] as const

/** Returns the status of a purchase as the file names it. */
function exportStatus({
  status,
  canceled_at: canceledAt,
  returned_at: returnedAt,
  ordered_at: orderedAt,
}: PurchaseExportRow) {
  if (canceledAt) return 'canceled'
  if (returnedAt) return 'returned'
  return orderedAt && (status === 'pending' || status === 'purchased') ? 'ordered' : status
}

/** Returns the points of contributions. A person may contribute several times to a team reward. */
const sumAmounts = (parts: readonly ContributionExportRow[]): number =>
  parts.reduce((total, part) => total + part.amount, 0)

type ExportReader = { language: Language; timezone: string; seesEmails: boolean }

function toPurchaseRow(
  { language, timezone, seesEmails }: ExportReader,
  row: PurchaseExportRow,
  parts: ContributionExportRow[],
  { name, email }: ExportPeople,
): TableRow {
  const text = (key: string) => translate(language, 'exports', key)
  // Withdrawn contributors of a team reward are no buyers, unless the whole purchase was declined.
  const buyers = parts.filter((part) => row.status === 'declined' || part.status !== 'declined')
  const isTeam = row.reward_type === 'team'
  // A fully funded team reward is purchased, and awaits its decision.
  const isDecided = row.status === 'fulfilled' || row.status === 'declined'
  const comments = parts
    .filter((part) => part.comment !== '')
    .map((part) => (isTeam ? `${name(part.user_id)}: ${part.comment}` : part.comment))
  return [
    toDayCell(toLocalDay(row.created_at, timezone)),
    [...Map.groupBy(buyers, (part) => part.user_id)]
      .map(([id, own]) => (isTeam ? `${name(id)} (${sumAmounts(own)})` : name(id)))
      .join(', '),
    ...(seesEmails ? [[...new Set(buyers.map((part) => email(part.user_id)))].join(', ')] : []),
    row.title,
    text(`kind.${row.type === 'automatic' ? 'automatic' : row.reward_type}`),
    row.price,
    row.company_part,
    text(`status.${exportStatus(row)}`),
    [
      ...comments,
      ...(row.decline_reason ? [`${text('reason')}: ${row.decline_reason}`] : []),
      ...(row.order_note ? [`${text('order_note')}: ${row.order_note}`] : []),
      ...(row.note ? [`${text('note')}: ${row.note}`] : []),
    ].join(' | '),
    isDecided ? toDayCell(toLocalDay(row.status_changed_at, timezone)) : null,
    isDecided && row.decided_by ? name(row.decided_by) : '',
    row.ordered_at ? toDayCell(toLocalDay(row.ordered_at, timezone)) : null,
    row.ordered_by ? name(row.ordered_by) : '',
  ]
}

/**
 * Streams the purchases from `since` to before `until`, or those with `ids`, as table rows, newest first,
 * with texts in the reader's language and days in the workspace's time zone. Each page has its own
 * transaction, and memory holds a single page.
 */
export async function* streamPurchaseRows(
  db: Database,
  actor: Actor,
  { language, ...range }: { since?: Date; until?: Date; ids?: string[]; language: Language },
): AsyncGenerator<TableRow[]> {
  const { workspace_id: workspaceId, timezone } = actor
  const reader = { language, timezone, seesEmails: canSeeEmails(actor) }
  yield [
    selectExportColumns(tableColumns, reader.seesEmails).map((column) =>
      translate(language, 'exports', `purchases.${column}`),
    ),
  ]
  let before: string | undefined
  do {
    const from = before
    const page = await db.readSnapshot(workspaceId, async (trx) => {
      const { rows, parts } = await listPurchasesForExport(trx, workspaceId, {
        ...range,
        before: from,
        limit: pageRows,
      })
      const partsByPurchase = Map.groupBy(parts, (part) => part.purchase_id)
      const people = await loadExportPeople(
        trx,
        workspaceId,
        [
          ...parts.map((part) => part.user_id),
          ...rows.flatMap((row) => [row.ordered_by ?? [], row.decided_by ?? []].flat()),
        ],
        language,
      )
      return {
        last: rows.length === pageRows ? rows.at(-1)?.id : undefined,
        rows: rows.map((row) =>
          toPurchaseRow(reader, row, partsByPurchase.get(row.id) ?? [], people),
        ),
      }
    })
    if (page.rows.length) yield page.rows
    before = page.last
  } while (before)
}
