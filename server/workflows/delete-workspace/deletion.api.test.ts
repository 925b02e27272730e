import { dayMs } from '#contract/durations.ts'
import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createImpersonationLink } from '#server/modules/auth/impersonation.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { startTestApp, setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import {
  makeMember,
  makePost,
  makeTeam,
  markPresent,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { releaseProcess, startProcess } from '#tests/support/processes.ts'
import { deleteDueWorkspaces } from './deletion.ts'

/** A team is deleted after the grace period (H3). */
const t = setupTestApp(() => ({ at: new Date(), jobs: true }))
const children: ChildProcess[] = []
afterAll(async () => {
  for (const child of children) await releaseProcess(child)
})
let team: Team
let other: Member
let member: Member
beforeEach(async () => {
  t.mails.length = 0
  team = await makeTeam(t)
  other = await makeMember(t, team.workspace_id, { permissions: { account_administrator: true } })
  member = await makeMember(t, team.workspace_id)
})

const configOf = async ({ token }: Pick<Member, 'token'>) =>
  (await t.call('config.get', { token })).body
async function askForDeletion({ admin }: Team = team) {
  const {
    workspace: { name },
  } = await configOf(admin)
  await markPresent(t, admin)
  return t.call('workspace.delete', { token: admin.token, body: { name } })
}
const cancelDeletion = ({ token }: Pick<Member, 'token'>) =>
  t.call('workspace.cancel_deletion', { token })
const listAuditActions = (workspaceId: string) =>
  t.services.db.tenant(workspaceId, async (trx) =>
    (
      await trx
        .selectFrom('audit_log')
        .select('action')
        .where('action', 'like', 'workspace.delete%')
        .orderBy('id')
        .execute()
    ).map((row) => row.action),
  )

test('a deletion takes effect after seven days', async () => {
  expect((await configOf(member)).deletion).toBeNull()
  const askedAt = t.clock.now()
  expect((await askForDeletion()).status).toBe(204)
  const dueAt = new Date(askedAt.getTime() + 7 * dayMs).toISOString()
  for (const who of [team.admin, other, member])
    expect(await configOf(who)).toMatchObject({
      deletion: { due_at: dueAt, asked_by: { id: team.admin.user_id } },
      deletion_grace_days: 7,
    })
  // A second request neither changes the date nor sends another mail.
  t.clock.advance(dayMs)
  expect((await askForDeletion()).status).toBe(204)
  expect((await configOf(member)).deletion?.due_at).toBe(dueAt)
  expect(await listAuditActions(team.workspace_id)).toEqual(['workspace.delete_requested'])
  await processOutbox(t.services)
  expect(t.mails.map((mail) => mail.to).toSorted()).toEqual(
    [team.admin.email, other.email].toSorted(),
  )
  expect(t.mails[0]?.subject).toMatch(/ will be deleted$/)
  expect(t.mails[0]?.text).toContain('asked to delete')
  await makePost(t, team.admin, [member], team.value_id)
  t.clock.advance(6 * dayMs - 1)
  expect(await deleteDueWorkspaces(t.services)).toBe(0)
  expect((await t.call('posts.list', { token: member.token })).body).toHaveLength(1)
  t.clock.advance(1)
  expect(await deleteDueWorkspaces(t.services)).toBe(1)
  for (const { token } of [team.admin, other, member])
    expect((await t.call('config.get', { token })).status).toBe(401)
  expect(await deleteDueWorkspaces(t.services)).toBe(0)
})

test('only account administrators can cancel a deletion', async () => {
  await askForDeletion()
  expect((await cancelDeletion(member)).codes).toEqual(['forbidden'])
  const link = await createImpersonationLink(
    t.services.db,
    team.workspace_id,
    other.email,
    'Olga',
    t.clock.now(),
  )
  const { body: guest } = await t.call('auth.impersonate', { body: { token: link ?? '' } })
  expect((await cancelDeletion({ token: guest.access_token })).codes).toEqual(['forbidden'])
  expect((await cancelDeletion(other)).status).toBe(204)
  expect((await configOf(member)).deletion).toBeNull()
  expect((await cancelDeletion(other)).status).toBe(204)
  expect(await listAuditActions(team.workspace_id)).toEqual([
    'workspace.delete_requested',
    'workspace.delete_canceled',
  ])
  await processOutbox(t.services)
  expect(
    t.mails
      .filter((mail) => mail.subject.endsWith('is staying'))
      .map((mail) => mail.to)
      .toSorted(),
  ).toEqual([team.admin.email, other.email].toSorted())
  // A deletion canceled before its mail is sent is mailed only as canceled.
  expect(t.mails.filter((mail) => mail.subject.endsWith('will be deleted'))).toEqual([])
  t.clock.advance(8 * dayMs)
  expect(await deleteDueWorkspaces(t.services)).toBe(0)
  expect((await configOf(team.admin)).workspace.name).not.toBe('')
})

test('an unpaid team can be deleted and kept', async () => {
  t.clock.advance(25 * dayMs)
  await askForDeletion()
  // A request of the others keeps their sessions alive.
  for (const one of [other, member]) await configOf(one)
  t.clock.advance(6 * dayMs)
  expect(await configOf(other)).toMatchObject({
    workspace: { billing_active: false },
    deletion: { asked_by: { id: team.admin.user_id } },
  })
  expect((await cancelDeletion(other)).status).toBe(204)
  // Members can download their data and leave.
  const { token, user_id: id } = member
  expect((await t.call('profiles.export', { token })).status).toBe(200)
  expect((await t.call('users.delete', { token, params: { id } })).status).toBe(204)
})

test('two processes execute each deletion once', async () => {
  const teams = [team, await makeTeam(t), await makeTeam(t), await makeTeam(t)]
  for (const one of teams) await askForDeletion(one)
  const ids = teams.map((one) => one.workspace_id)
  await withClient(t.ownerUrl, (owner) =>
    owner.query(
      `update workspaces set deletion_due_at = now() - interval '1 second'
        where id = any($1::uuid[])`,
      [ids],
    ),
  )
  const started = await Promise.all([0, 1].map(() => startProcess(t.ownerUrl, { isWorker: true })))
  children.push(...started.map((one) => one.child))
  await Promise.all(Array.from({ length: 4 }, () => deleteDueWorkspaces(t.services)))
  const jobs = () =>
    withClient(t.ownerUrl, async (owner) =>
      (
        await owner.query<{ id: string }>(
          `select data->>'workspace_id' as id from pgboss.job where name = 'erase_workspace'
            and data->>'workspace_id' = any($1::text[])`,
          [ids],
        )
      ).rows.map((row) => row.id),
    )
  await expect.poll(async () => (await jobs()).length, { timeout: 20_000 }).toBe(ids.length)
  expect((await jobs()).toSorted()).toEqual(ids.toSorted())
  const left = () =>
    withClient(
      t.ownerUrl,
      async (owner) =>
        (await owner.query('select 1 from workspaces where id = any($1::uuid[])', [ids])).rowCount,
    )
  await expect.poll(left, { timeout: 30_000 }).toBe(0)
})

test('a deletion without a grace period takes effect at once', async () => {
  const now = await startTestApp({ env: { DELETION_GRACE_DAYS: '0' } })
  try {
    const own = await makeTeam(now)
    const { name } = (await now.call('config.get', { token: own.admin.token })).body.workspace
    await markPresent(now, own.admin)
    expect(
      (await now.call('workspace.delete', { token: own.admin.token, body: { name } })).status,
    ).toBe(204)
    expect((await now.call('config.get', { token: own.admin.token })).status).toBe(401)
  } finally {
    await now.close()
  }
})
