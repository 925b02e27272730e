import { beforeEach, expect, test } from 'vitest'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

const t = setupTestApp(() => ({ at: new Date('2026-12-20T12:00:00Z') }))
let team: Team
let ada: Member
let bo: Member
beforeEach(async () => {
  team = await makeTeam(t)
  ada = await makeMember(t, team.workspace_id)
  bo = await makeMember(t, team.workspace_id)
})

const promptOf = async ({ token }: Member) =>
  (await t.call('profiles.thanks_prompt', { token })).body
const thank = (from: Member, to: Member, isPrivate = false) =>
  t.call('posts.create', {
    token: from.token,
    body: {
      to_id: [to.user_id],
      value_id: team.value_id,
      score: 1,
      description: 'For the release',
      private: isPrivate,
    },
  })
const setDates = ({ token }: Member, hireDate: string) =>
  t.call('profiles.update_me', { token, body: { hire_date: hireDate } })
async function makeDepartment(name: string, people: Member[]): Promise<void> {
  const { body } = await t.call('groups.create', {
    token: team.admin.token,
    body: { kind: 'department', name },
  })
  await t.call('groups.add_members', {
    token: team.admin.token,
    params: { id: body.id },
    body: { user_ids: people.map((person) => person.user_id) },
  })
}
const nothing = { introductions: null, date: null, is_tomorrow: false, department: null }

test('suggests a colleague whose date is today or tomorrow', async () => {
  await setDates(ada, '2022-12-20')
  await setDates(bo, '2023-12-21')
  expect(await promptOf(ada)).toMatchObject({
    date: { user: { id: bo.user_id }, kind: 'anniversary', years: 3 },
    is_tomorrow: true,
    department: null,
  })
  expect(await promptOf(bo)).toMatchObject({ date: { years: 4 }, is_tomorrow: false })
  await setDates(ada, '2022-12-22')
  expect(await promptOf(bo)).toEqual(nothing)
})

test('a colleague who was just thanked is not suggested', async () => {
  await setDates(bo, '2023-12-21')
  expect((await thank(ada, bo)).status).toBe(200)
  expect(await promptOf(ada)).toEqual(nothing)
})

test('suggests a department without thanks from the actor in 90 days', async () => {
  await makeDepartment('Support', [bo])
  await makeDepartment('Sales', [team.admin])
  await makeDepartment('Own', [ada])
  // Without any post of their own, a person gets no department.
  expect(await promptOf(ada)).toEqual(nothing)
  await thank(ada, team.admin)
  expect((await promptOf(ada)).department).toMatchObject({ name: 'Support' })
  const { body: post } = await thank(ada, bo, true)
  expect(await promptOf(ada)).toEqual(nothing)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('posts')
      .set({ created_at: new Date(t.clock.now().getTime() - 91 * 86_400_000) })
      .where('id', '=', post.id)
      .execute(),
  )
  expect((await promptOf(ada)).department).toMatchObject({ name: 'Support' })
})
