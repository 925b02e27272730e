import { afterEach, expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { writeDueReports } from './monthly-report.ts'
import { processOutbox } from './send-worker.ts'
import { createUnsubscribeToken } from './unsubscribe.ts'

const start = new Date('2026-07-15T12:00:00Z')
// 1 August 2026 is a Saturday.
const firstWorkingDay = new Date('2026-08-03T09:00:00Z')
const t = setupTestApp(() => ({
  at: start,
  env: { PUBLIC_URL: 'https://laurel.example', BILLING: 'off' },
}))
afterEach(() => {
  t.clock.set(start)
  t.mails.length = 0
})

const switchReports = (member: Member, isOn: boolean) =>
  t.call('profiles.update_me', {
    token: member.token,
    body: { notifications: { monthly_report: isOn } },
  })
const thank = (team: Team, to: Member, score = 5) =>
  t.call('posts.create', {
    token: team.admin.token,
    body: { to_id: [to.user_id], value_id: team.value_id, score, description: 'For helping' },
  })
/** Returns a team with activity in July whose administrator wants the report. */
async function makeReportTeam(): Promise<{ team: Team; member: Member }> {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await switchReports(team.admin, true)
  await thank(team, member)
  return { team, member }
}
async function sendReports(at = firstWorkingDay): Promise<void> {
  t.clock.set(at)
  await writeDueReports(t.services)
  await sendAll()
}
async function sendAll(): Promise<void> {
  t.clock.advance(60_000)
  while (await processOutbox(t.services)) {
    // Each run sends a batch.
  }
}
const reportsTo = (member: Member) =>
  t.mails.filter((mail) => mail.to === member.email && mail.subject.endsWith('2026'))

test('sends the last month in words on the first working day', async () => {
  const { team } = await makeReportTeam()
  await t.call('settings.update', { token: team.admin.token, body: { name: 'Ink' } })
  for (const early of ['2026-08-01T12:00:00Z', '2026-08-03T08:59:00Z']) {
    await sendReports(new Date(early))
    expect(reportsTo(team.admin)).toEqual([])
  }
  await sendReports()
  const [mail] = reportsTo(team.admin)
  expect(mail?.subject).toBe('Ink in July 2026')
  expect(mail?.text).toContain('2 of the 2 on your team took part. Given: 5 points. Redeemed: 0')
  expect(mail?.text).toContain(
    'https://laurel.example/dashboard?range=own&from=2026-07-01&to=2026-07-31',
  )
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
})

test("waits for the morning in the team's time zone", async () => {
  const { team } = await makeReportTeam()
  await t.call('settings.update', {
    token: team.admin.token,
    body: { timezone: 'America/New_York' },
  })
  await sendReports()
  expect(reportsTo(team.admin)).toEqual([])
  await sendReports(new Date('2026-08-03T13:00:00Z'))
  expect(reportsTo(team.admin)).toHaveLength(1)
})

test('sends one report of a month when two processes write it', async () => {
  const { team } = await makeReportTeam()
  t.clock.set(firstWorkingDay)
  await Promise.all([writeDueReports(t.services), writeDueReports(t.services)])
  await writeDueReports(t.services)
  await sendAll()
  expect(reportsTo(team.admin)).toHaveLength(1)
})

test('names the change of participation and the value that grew most', async () => {
  t.clock.set(new Date('2026-06-30T12:00:00Z'))
  const { team, member } = await makeReportTeam()
  for (let person = 0; person < 10; person += 1) await makeMember(t, team.workspace_id)
  t.clock.set(start)
  for (const to of [member, await makeMember(t, team.workspace_id)]) await thank(team, to, 10)
  await sendReports()
  expect(reportsTo(team.admin)[0]?.text).toMatch(
    /23% of the team took part, up from 15%\. 11 people were not thanked\. .+ grew most: 15 points more than before\. Given: 20 points\./,
  )
})

test('sends nothing to members who have not turned it on', async () => {
  const team = await makeTeam(t)
  await thank(team, await makeMember(t, team.workspace_id))
  await sendReports()
  expect(reportsTo(team.admin)).toEqual([])
})

test('sends nothing to members who may not read reports', async () => {
  const { member } = await makeReportTeam()
  await switchReports(member, true)
  await sendReports()
  expect(reportsTo(member)).toEqual([])
})

test.each(['permission', 'account', 'subscription'])(
  'drops a waiting report when its reader has lost the %s',
  async (loss) => {
    const { team } = await makeReportTeam()
    const reader = await makeMember(t, team.workspace_id, {
      permissions: { global_administrator: true },
    })
    await switchReports(reader, true)
    t.clock.set(firstWorkingDay)
    await writeDueReports(t.services)
    const { token } = team.admin
    const params = { id: reader.user_id }
    const lose = {
      permission: () =>
        t.call('users.permissions', { token, params, body: { global_administrator: false } }),
      account: () => t.call('users.delete', { token, params }),
      subscription: () =>
        t.call('notifications.set', {
          body: {
            token: createUnsubscribeToken(t.services.config.secret, {
              workspaceId: team.workspace_id,
              userId: reader.user_id,
              event: 'monthly_report',
            }),
            subscribed: false,
          },
        }),
    }[loss]
    expect((await lose?.())?.status).toBeLessThan(300)
    await sendAll()
    expect(reportsTo(reader)).toEqual([])
    expect(reportsTo(team.admin)).toHaveLength(1)
  },
)

test('sends no report of a month without activity', async () => {
  const team = await makeTeam(t)
  await switchReports(team.admin, true)
  await sendReports()
  expect(reportsTo(team.admin)).toEqual([])
})

test('sends no report three days late', async () => {
  const { team } = await makeReportTeam()
  await sendReports(new Date('2026-08-06T00:00:00Z'))
  expect(reportsTo(team.admin)).toEqual([])
})

test('sends no report in a team that turned it off', async () => {
  const { team } = await makeReportTeam()
  await t.call('settings.notifications', {
    token: team.admin.token,
    body: { monthly_report: false },
  })
  await sendReports()
  expect(reportsTo(team.admin)).toEqual([])
})
