import type { HistoryProduct } from '#contract/history-imports.ts'
import type { HistoryStart } from '#contract/schemas/history-imports.ts'
import { runHistoryImport } from '#server/modules/history-imports/worker.ts'
import type { Team } from './factories.ts'
import { buildFormData, type TestApp } from './test-app.ts'

/** Uploads posts of another product. */
export const uploadHistory = (
  t: TestApp,
  team: Team,
  file: string | Buffer,
  product: HistoryProduct = 'bonusly',
) =>
  t.call('history_imports.create', {
    token: team.admin.token,
    body: buildFormData({ product }, Buffer.from(file), 'posts.csv'),
  })

export const loadHistory = async (t: TestApp, team: Team, id: string) =>
  (await t.call('history_imports.get', { token: team.admin.token, params: { id } })).body

/** Does the background work of an import and returns it with its people and hashtags. */
export async function continueHistory(t: TestApp, team: Team, id: string) {
  await runHistoryImport(t.services, { workspace_id: team.workspace_id, import_id: id })
  return loadHistory(t, team, id)
}

/** Uploads and checks posts of another product. */
export async function checkHistory(
  t: TestApp,
  team: Team,
  file: string | Buffer,
  product?: HistoryProduct,
) {
  const { body } = await uploadHistory(t, team, file, product)
  await t.call('history_imports.check', { token: team.admin.token, params: { id: body.id } })
  return continueHistory(t, team, body.id)
}

export const startHistory = (
  t: TestApp,
  team: Team,
  id: string,
  body: Partial<HistoryStart> = {},
) => t.call('history_imports.start', { token: team.admin.token, params: { id }, body })

/** Uploads, checks and imports posts of another product. */
export async function importHistory(
  t: TestApp,
  team: Team,
  file: string | Buffer,
  body?: Partial<HistoryStart>,
) {
  const { import: checked } = await checkHistory(t, team, file)
  await startHistory(t, team, checked.id, body)
  return continueHistory(t, team, checked.id)
}

export async function undoHistory(t: TestApp, team: Team, id: string) {
  const { status, codes } = await t.call('history_imports.undo', {
    token: team.admin.token,
    params: { id },
  })
  return { status, codes, ...(await continueHistory(t, team, id)) }
}

/** A valid body for each call of an import. */
export const historyImportExamples = {
  'history_imports.set_mapping': () => ({ columns: ['date', 'giver_email', 'receiver_emails'] }),
  'history_imports.start': () => ({ create_values: true }),
}

/** Creates a checked import. Returns its id. */
export const makeHistoryImport = async (t: TestApp, team: Team): Promise<string> =>
  (
    await checkHistory(
      t,
      team,
      'Date,Giver email,Receiver email\n2024-03-05,ann@gone.test,ben@gone.test\n',
    )
  ).import.id
