import { buildFormData } from '#tests/support/test-app.ts'
import type {
  CellInput,
  DateOrders,
  InvitationPlan,
  ReviewView,
} from '#contract/schemas/imports.ts'
import type { Team } from '#tests/support/factories.ts'
import { runImport } from '#server/modules/imports/worker.ts'
import type { TestApp } from '#tests/support/test-app.ts'

export const uploadList = (t: TestApp, team: Team, file: Buffer, name = 'people.csv') =>
  t.call('imports.create', { token: team.admin.token, body: buildFormData({}, file, name) })
export const createListImport = async (t: TestApp, team: Team, text: string, name?: string) =>
  (await uploadList(t, team, Buffer.from(text), name)).body
export const previewListImport = (
  t: TestApp,
  team: Team,
  id: string,
  columns: string[],
  dateOrders: DateOrders = {},
) =>
  t.call('imports.preview', {
    token: team.admin.token,
    params: { id },
    body: { columns, date_orders: dateOrders },
  })
export const reviewListImport = async (
  t: TestApp,
  team: Team,
  id: string,
  query: { view: ReviewView; page?: number },
) => (await t.call('imports.rows', { token: team.admin.token, params: { id }, query })).body
/** Returns the rows of all views of a review, as the tests compare them. */
export async function listReviewedRows(t: TestApp, team: Team, id: string) {
  const views = ['problems', 'invite', 'update'] as const
  const pages = await Promise.all(views.map((view) => reviewListImport(t, team, id, { view })))
  return pages.flatMap(({ rows }) =>
    rows.map((row) => [row.line, row.email, row.outcome, ...row.problems.map(({ code }) => code)]),
  )
}
export const editListRow = (
  t: TestApp,
  team: Team,
  id: string,
  body: { line: number; field: CellInput['field']; value: string },
) => t.call('imports.edit_row', { token: team.admin.token, params: { id }, body })
export const startListImport = (
  t: TestApp,
  team: Team,
  id: string,
  body?: { invitations?: InvitationPlan; message?: string; deactivate?: boolean },
) => t.call('imports.start', { token: team.admin.token, params: { id }, ...(body ? { body } : {}) })
export const loadListImport = async (t: TestApp, team: Team, id: string) =>
  (await t.call('imports.get', { token: team.admin.token, params: { id } })).body
export const runImportNow = (t: TestApp, team: Team, id: string) =>
  runImport(t.services, { workspace_id: team.workspace_id, import_id: id })
export const findMember = async (t: TestApp, team: Team, email: string) =>
  (await t.call('users.list', { token: team.admin.token, query: { search: email, limit: 5 } })).body
    .items[0]

/** A valid body for each call of an import of people. */
export const importExamples = {
  'imports.preview': () => ({ columns: ['email'] }),
  'imports.start': () => ({ message: 'Welcome' }),
  'imports.plan_invites': () => ({ when: 'later' }),
  'imports.preview_mail': () => ({ message: 'Welcome' }),
  'imports.edit_row': () => ({ line: 1, field: 'email', value: 'listed@example.test' }),
}
