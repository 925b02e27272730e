import type { Language } from '#contract/schemas/common.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import type { TableCell, TableRow } from '#server/platform/table-rows.ts'
import { type ExportRow, listExportRows, listValueNames } from './export-queries.ts'
import { loadNominated } from './load-nominated.ts'
import { findRound, listJurors, type RoundRow } from './queries.ts'

const pageRows = 1_000
const firstColumns = ['nominee', 'nominator', 'date', 'text']
const lastColumns = ['sharing', 'quote', 'excluded', 'score', 'spread', 'votes', 'place', 'won']

/**
 * Returns whether a reader may see a nomination in the export, and its nominator: nominees read what
 * the nominator shares, and jurors do not learn who nominated before the end.
 */
function exposureOf(
  round: RoundRow,
  row: ExportRow,
  { userId, isJuror }: { userId: string; isJuror: boolean },
): { isShown: boolean; hasNominator: boolean } {
  const isPassed = round.announced_at !== null || round.canceled_at !== null
  if (row.user_id === userId)
    return {
      isShown: isPassed && row.sharing !== 'nothing',
      hasNominator: row.sharing === 'named',
    }
  return { isShown: true, hasNominator: !isJuror || round.decided_at !== null || isPassed }
}

async function loadPage(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  round: RoundRow,
  { before, text }: { before: string | undefined; text: (key: string) => string },
): Promise<{ rows: TableRow[]; next: string | undefined }> {
  const found = await listExportRows(trx, workspaceId, round.id, { before, limit: pageRows })
  const jurors = await listJurors(trx, workspaceId, [round.id])
  const reader = { userId, isJuror: jurors.some((juror) => juror.user_id === userId) }
  const nominated = await loadNominated(trx, workspaceId, found)
  const people = await loadPeople(
    trx,
    workspaceId,
    found.map((row) => row.nominator_id),
  )
  const values = await listValueNames(trx, workspaceId)
  const answerCell = (row: ExportRow, index: number): TableCell => {
    const answer = row.answers[index] ?? ''
    return round.questions[index]?.kind === 'value' ? (values.get(answer) ?? '') : answer
  }
  const flag = (value: boolean) => translateFlag(text, value)
  const rows = found.flatMap((row): TableRow[] => {
    const { isShown, hasNominator } = exposureOf(round, row, reader)
    if (!isShown) return []
    const { user, group } = nominated(row)
    return [
      [
        user?.name ?? group?.name ?? '',
        hasNominator ? (people.get(row.nominator_id)?.name ?? '') : '',
        hasNominator ? row.created_at : '',
        row.text,
        ...round.questions.map((_, index) => answerCell(row, index)),
        text(`nominations.shared.${row.sharing}`),
        flag(row.may_quote),
        flag(row.excluded),
        row.score ?? '',
        row.spread ?? '',
        row.votes ?? '',
        row.place ?? '',
        flag(row.won && round.announced_at !== null),
      ],
    ]
  })
  return { rows, next: found.length === pageRows ? found.at(-1)?.id : undefined }
}

const translateFlag = (text: (key: string) => string, value: boolean) => text(value ? 'yes' : 'no')

/** Records the export of a round and returns the round. Throws not_found. */
export const startExport = (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  id: string,
  at: Date,
): Promise<RoundRow> =>
  db.tenant(actor.workspace_id, async (trx) => {
    const round = await findRound(trx, actor.workspace_id, id)
    if (!round) return throwRefusal('not_found')
    await audit(trx, actor, 'export.nominations', { round_id: id, name: round.name }, at)
    return round
  })

/** Returns the nominations of a round as table rows, in pages of a transaction each. */
export async function* streamNominationRows(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  round: RoundRow,
  language: Language,
): AsyncGenerator<TableRow[]> {
  const text = (key: string) => translate(language, 'exports', key)
  const header = (column: string) => text(`nominations.${column}`)
  yield [
    [
      ...firstColumns.map(header),
      ...round.questions.map(({ label }) => label),
      ...lastColumns.map(header),
    ],
  ]
  let before: string | undefined
  do {
    const from = before
    const { rows, next } = await db.readSnapshot(actor.workspace_id, (trx) =>
      loadPage(trx, actor, round, { before: from, text }),
    )
    if (rows.length) yield rows
    before = next
  } while (before !== undefined)
}
