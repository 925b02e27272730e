import type { Language } from '#contract/schemas/common.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { hasAbility, hasScope } from '#server/platform/http/mount-routes.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import { findPeopleByIds } from '#server/modules/people/queries.ts'

/** Returns whether the actor may read the emails of the whole team. */
export const canSeeEmails = (actor: Actor): boolean =>
  hasAbility(actor, 'manage_team') && hasScope(actor, 'team:read')

/** The names and emails of a file. `email` is empty for a former teammate. */
export type ExportPeople = { name: (id: string) => string; email: (id: string) => string }

/** Returns the people of a file by id, with names in `language`. */
export async function loadExportPeople(
  trx: Trx,
  workspaceId: string,
  ids: Iterable<string>,
  language: Language,
): Promise<ExportPeople> {
  const distinct = [...new Set(ids)]
  const rows = distinct.length ? await findPeopleByIds(trx, workspaceId, distinct) : []
  const byId = new Map(rows.map((row) => [row.id, row]))
  return {
    name: (id) => {
      const row = byId.get(id)
      const name = row && row.state !== 'deleted' ? presentPerson(row, workspaceId).name : ''
      return name || translate(language, 'common', 'former')
    },
    email: (id) => {
      const row = byId.get(id)
      return row && row.state !== 'deleted' ? row.email : ''
    },
  }
}

/** Returns the columns of a file: those that end with `email` only for readers of emails. */
export const selectExportColumns = (columns: readonly string[], seesEmails: boolean): string[] =>
  columns.filter((column) => seesEmails || !column.endsWith('email'))
