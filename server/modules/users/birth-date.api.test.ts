import { expect, test } from 'vitest'
import { forgetBirthYears } from '#server/cli/forget-birth-years.ts'
import { makeMember, makeTeam, type Member } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp(() => ({ at: new Date('2026-06-10T12:00:00Z') }))
const setOwn = (member: Member, birthDate: string | null) =>
  t.call('profiles.update_me', { token: member.token, body: { birth_date: birthDate } })

test.each(['--03-14', '--02-29', '1990-03-14'])('the person enters %s', async (date) => {
  const team = await makeTeam(t)
  const { status, body } = await setOwn(team.admin, date)
  expect([status, body.birth_date]).toEqual([200, date])
  const { body: file } = await t.call('profiles.export', { token: team.admin.token })
  expect(file.profile['birth_date']).toBe(date)
})

test.each(['--02-30', '--13-01', '--04-31', '-03-14', '03-14', '--3-14', '0004-03-14', '--'])(
  'the birthday %s is refused',
  async (date) => {
    const team = await makeTeam(t)
    expect((await setOwn(team.admin, date)).errors).toMatchObject([
      { code: 'wrong_format', field: 'birth_date' },
    ])
  },
)

test('an administrator enters a birthday without its year and exports it', async () => {
  const team = await makeTeam(t)
  const { token } = team.admin
  const invited = await t.call('users.create', {
    token,
    body: { users: [{ email: 'new@birthday.test', birth_date: '--02-29' }] },
  })
  const user = invited.body[0]?.user
  expect(user?.birth_date).toBe('--02-29')
  const change = async (birthDate: string) =>
    (
      await t.call('users.update', {
        token,
        params: { id: user?.id ?? '' },
        body: { birth_date: birthDate },
      })
    ).body.birth_date
  expect(await change('--12-24')).toBe('--12-24')
  expect((await t.call('users.csv', { token })).body).toContain(",'--12-24,")
})

test('others see day and month of a birthday without its year', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  await t.call('profiles.update_me', {
    token: member.token,
    body: { birth_date: '--06-17', birthday_visibility: 'everyone' },
  })
  const { token } = team.admin
  const profile = await t.call('profiles.get', { token, params: { id: member.user_id } })
  expect(profile.body.birthday).toBe('2026-06-17')
  expect((await t.call('people.dates', { token })).body).toMatchObject([
    { user: { id: member.user_id }, kind: 'birthday', date: '2026-06-17' },
  ])
})

test('an operator forgets the years of birth of one team or of all', async () => {
  const [team, other] = [await makeTeam(t), await makeTeam(t)]
  const member = await makeMember(t, team.workspace_id)
  await setOwn(team.admin, '1992-02-29')
  await setOwn(member, '--05-04')
  await setOwn(other.admin, '1990-03-14')
  const dates = () =>
    Promise.all(
      [team.admin, member, other.admin].map(
        async ({ token }) => (await t.call('profiles.me', { token })).body.birth_date,
      ),
    )
  expect(await forgetBirthYears(t.ownerUrl, 'no-such-team')).toBeUndefined()
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .insertInto('sso_addresses')
      .values({ slug: 'birthday-team', owner_workspace_id: team.workspace_id })
      .execute(),
  )
  expect(await forgetBirthYears(t.ownerUrl, 'birthday-team')).toBe(1)
  expect(await dates()).toEqual(['--02-29', '--05-04', '1990-03-14'])
  expect(await forgetBirthYears(t.ownerUrl, other.workspace_id)).toBe(1)
  await setOwn(other.admin, '1990-03-14')
  expect(await forgetBirthYears(t.ownerUrl, null)).toBeGreaterThanOrEqual(1)
  expect(await dates()).toEqual(['--02-29', '--05-04', '--03-14'])
  expect(await forgetBirthYears(t.ownerUrl, null)).toBe(0)
})
