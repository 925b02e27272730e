import type { HistoryProduct } from '#contract/history-imports.ts'
import type { HistoryStart } from '#contract/schemas/history-imports.ts'
import { runHistoryImport } from '#server/modules/history-imports/worker.ts'
import { reconcileReports } from '#server/modules/reports/reconcile.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from './factories.ts'
import { buildFormData, type TestApp } from './test-app.ts'

/** Returns a file of rows of date, giver, receivers, points, text, hashtag and privacy. */
export const toHistoryFile = (...rows: string[]) =>
  `Date,Giver email,Receiver email,Amount,Reason,Hashtag,Private\n${rows.join('\n')}\n`

/** A team with two members, one of whom was thanked. */
export async function makePair(t: TestApp): Promise<{ team: Team; ann: Member; ben: Member }> {
  const team = await makeTeam(t)
  const ann = await makeMember(t, team.workspace_id)
  const ben = await makeMember(t, team.workspace_id)
  await makePost(t, team.admin, [ann], team.value_id)
  return { team, ann, ben }
}

export const listFeed = async (t: TestApp, team: Team) =>
  (await t.call('posts.list', { token: team.admin.token, query: { limit: 100 } })).body

/** Throws the first rollup that differs from a scan of the posts. */
export async function expectCleanReports(t: TestApp): Promise<void> {
  await reconcileReports(t.services.db, {
    rebuild: false,
    onDifference: (difference) => {
      throw new Error(JSON.stringify(difference))
    },
  })
}

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
  'history_imports.create': () => ({ product: 'other' }),
  'history_imports.merge': ({ user }: { user: string }) => ({
    former_user_id: user,
    user_id: user,
  }),
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
