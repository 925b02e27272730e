import type { PeopleSyncCoverage } from '#contract/people-sync.ts'
import { runPeopleSync } from '#server/modules/people-sync/worker.ts'
import type { Team } from './factories.ts'
import { buildFormData, type TestApp } from './test-app.ts'

type UploadOptions = { coverage?: PeopleSyncCoverage; dry_run?: boolean; name?: string }

/** Sends a file of people, without checking it. */
export const sendPeopleFile = (
  t: TestApp,
  team: Team,
  file: string | Buffer,
  { coverage = 'full', dry_run: dryRun = false, name = 'people.csv' }: UploadOptions = {},
) =>
  t.call('people_sync.upload', {
    token: team.admin.token,
    query: { coverage, dry_run: String(dryRun) as never },
    body: buildFormData({}, Buffer.from(file), name),
  })

export const loadSyncRun = async (t: TestApp, team: Team, id: string) =>
  (await t.call('people_sync.get_run', { token: team.admin.token, params: { id } })).body

/** Does the background work of a run and returns it. */
export async function continueSyncRun(t: TestApp, team: Team, id: string) {
  await runPeopleSync(t.services, { workspace_id: team.workspace_id, run_id: id })
  return loadSyncRun(t, team, id)
}

/** Sends a file of people, checks it, and applies it unless it stops. Returns the run. */
export async function syncPeople(
  t: TestApp,
  team: Team,
  file: string | Buffer,
  options: UploadOptions = {},
) {
  const { body } = await sendPeopleFile(t, team, file, options)
  return continueSyncRun(t, team, body.id)
}

export const listSyncChanges = async (t: TestApp, team: Team, id: string) =>
  (
    await t.call('people_sync.changes', {
      token: team.admin.token,
      params: { id },
      query: { limit: 100 },
    })
  ).body.items

/** A valid body for each call of the sync. */
export const peopleSyncExamples = {
  'people_sync.update': () => ({ leavers_percent_max: 20 }),
  'people_sync.start': () => ({ dry_run: true }),
}

/** Creates a checked dry run. Returns its id. */
export const makeSyncRun = async (t: TestApp, team: Team): Promise<string> =>
  (
    await syncPeople(t, team, 'Email,First name\nlisted@example.test,Lia\n', {
      coverage: 'partial',
      dry_run: true,
    })
  ).id
