import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import type { Scope } from '#contract/scopes.ts'
import { type CliOutcome, runCommandLine } from '#tests/support/run-cli.ts'
import { createAccessToken } from '#tests/support/access-tokens.ts'
import { makeTeam, type Team } from '#tests/support/factories.ts'
import { makeSyncFile, syncedPeople } from '#tests/support/people-file.ts'
import { continueSyncRun, syncPeople } from '#tests/support/people-sync.ts'
import { folderOfFile } from '#tests/support/temporary-folders.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { waitUntil } from '#tests/support/wait-until.ts'

const t = setupTestApp()
let url: string
beforeAll(async () => {
  url = await t.app.listen({ host: '127.0.0.1', port: 0 })
})

/** Runs the command without a database. */
const runCommand = (args: string[], env: Record<string, string> = {}): Promise<CliOutcome> =>
  runCommandLine({ DATABASE_URL: 'postgres://nowhere.invalid/x', ...env }, [
    'upload-people',
    ...args,
  ])
async function makeToken(team: Team, scopes: Scope[] = ['team:read', 'team:write']) {
  const { body } = await createAccessToken(t, team.admin, { scopes })
  return { LAUREL_URL: url, LAUREL_TOKEN: body.token }
}
function writePeople(text: string): string {
  const path = join(folderOfFile('upload-people-'), 'people.csv')
  writeFileSync(path, text)
  return path
}
const findRun = async (team: Team, after?: string) => {
  const token = team.admin.token
  const { items } = (await t.call('people_sync.runs', { token })).body
  return items[0]?.id === after ? undefined : items[0]?.id
}
/** Sends people by the command and does the background work of the run while it waits. */
async function uploadPeople(team: Team, text: string, ...options: string[]): Promise<CliOutcome> {
  const last = await findRun(team)
  const command = runCommand([writePeople(text), ...options], await makeToken(team))
  let id: string | undefined
  await waitUntil('the file was sent', async () => (id = await findRun(team, last)) !== undefined)
  await continueSyncRun(t, team, id ?? '')
  return command
}

test('sends people, waits for the run and prints its counts', async () => {
  const team = await makeTeam(t)
  const text = `${makeSyncFile(syncedPeople)}E99,broken,Eve,Sync,,,DE,,\n`
  const { code, stdout, stderr } = await uploadPeople(team, text)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.split('\n')).toEqual([
    'rows 21, new 20, changed 0, conflict 0, missing 0, deactivated 0, refused 1',
    expect.stringMatching(/^ {2}refused, line 22: .*: Please enter a valid email/),
    '',
  ])
})

test('a run that stops lists those who would leave and ends with 1', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, makeSyncFile(syncedPeople))
  const { code, stdout } = await uploadPeople(team, makeSyncFile(syncedPeople.slice(0, 10)))
  expect(code).toBe(1)
  expect(stdout).toContain('Stopped: Too many people would leave. Apply or discard the run at')
  expect(stdout).toContain(`${url}/settings/team/sync/${await findRun(team)}`)
  expect(stdout.match(/^ {2}missing: /gm)).toHaveLength(10)
})

test('a partial dry run changes nobody', async () => {
  const team = await makeTeam(t)
  await syncPeople(t, team, makeSyncFile(syncedPeople))
  const text = makeSyncFile([{ number: 'E99', name: 'Newcomer' }])
  const { code, stdout } = await uploadPeople(team, text, '--partial', '--dry-run')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^rows 1, new 1, .* missing 0,/)
  expect(stdout).toContain('Nothing was changed yet.')
})

test('a file without known columns fails with 1', async () => {
  const team = await makeTeam(t)
  const { code, stdout } = await uploadPeople(team, 'Color,Size\nred,1\n')
  expect([code, stdout]).toEqual([1, expect.stringMatching(/^Failed: .* Nobody was changed\.\n$/)])
})

test('a token that may not read the run only sends the file', async () => {
  const team = await makeTeam(t)
  const env = await makeToken(team, ['team:write'])
  const { code, stdout } = await runCommand([writePeople(makeSyncFile(syncedPeople))], env)
  expect([code, stdout]).toEqual([
    0,
    `Sent. The token has no scope team:read, so the outcome is only at ${url}/settings/team/sync/${await findRun(team)}\n`,
  ])
})

test('a refused file and missing settings are clear errors', async () => {
  const team = await makeTeam(t)
  const path = writePeople(makeSyncFile(syncedPeople))
  expect(await runCommand([path])).toMatchObject({
    code: 1,
    stderr: 'LAUREL_URL and LAUREL_TOKEN must be set.\n',
  })
  expect(
    await runCommand([path], { LAUREL_URL: 'laurel.example.com', LAUREL_TOKEN: 'token' }),
  ).toMatchObject({
    code: 1,
    stderr: 'LAUREL_URL: expected an http or https address, got "laurel.example.com"\n',
  })
  expect(await runCommand([path], await makeToken(team, ['posts:read']))).toMatchObject({
    code: 1,
    stderr: 'This access token is missing the scope team:write (scope_missing)\n',
  })
  expect(await runCommand([`${path}.gone`], await makeToken(team))).toMatchObject({ code: 1 })
  const folder = dirname(path)
  expect(await runCommand([folder], await makeToken(team))).toMatchObject({
    code: 1,
    stderr: `${folder} is not a file.\n`,
  })
  expect(await runCommand([])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('laurel upload-people <file>') as string,
  })
})
