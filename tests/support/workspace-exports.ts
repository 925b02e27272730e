import { runWorkspaceExport } from '#server/workflows/workspace-exports/worker.ts'
import { markPresent, type Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Requests an archive of a team, as its administrator who proves presence first. */
export async function requestExport(t: TestApp, { admin }: Team) {
  await markPresent(t, admin)
  return t.call('workspace_exports.create', { token: admin.token })
}

/** Runs the job of an export. `stopped`: the process is stopping. */
export const runExport = (
  t: TestApp,
  { workspace_id: workspaceId }: Team,
  id: string,
  stopped = () => false,
): Promise<boolean> =>
  runWorkspaceExport(t.services, { workspace_id: workspaceId, export_id: id }, { stopped })

/** Builds an archive of a team. Returns its id. */
export async function makeWorkspaceExport(t: TestApp, team: Team): Promise<string> {
  const { body } = await requestExport(t, team)
  await runExport(t, team, body.id)
  return body.id
}
