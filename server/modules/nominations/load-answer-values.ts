import type { Trx } from '#server/platform/database/database.ts'
import { isUuid } from '#server/platform/ids.ts'
import { type AnswerValue, listAnswerValues } from './nominee-queries.ts'

type Answers = readonly (string | null)[]

/** Returns a function from answers to the company values that they name, with one query. */
export async function loadAnswerValues(
  trx: Trx,
  workspaceId: string,
  rows: readonly { answers: Answers }[],
): Promise<(answers: Answers) => AnswerValue[]> {
  const given = rows.flatMap(({ answers }) => answers.flatMap((answer) => answer ?? []))
  const ids = new Set(given.filter(isUuid))
  if (!ids.size) return () => []
  const values = await listAnswerValues(trx, workspaceId, [...ids])
  return (answers) => values.filter(({ id }) => answers.includes(id))
}
