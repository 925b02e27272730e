import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { addBalance, makeMember, makeTeam, type Member } from '#tests/support/factories.ts'

const t = setupTestApp()
const change = (by: Member, id: string, body: object) =>
  t.call('users.update', { token: by.token, params: { id }, body })

test('the CSV export escapes formulas and follows filter and language', async () => {
  const own = await makeTeam(t)
  const { token } = own.admin
  const member = await makeMember(t, own.workspace_id, {
    first_name: '=HYPERLINK("x")',
    last_name: 'O"Neill, Jr',
    permissions: { rewards_administrator: true, billing_administrator: true },
  })
  await addBalance(t, member, 25)
  const department = await t.call('groups.create', {
    token,
    body: { kind: 'department', name: 'Support' },
  })
  await change(own.admin, member.user_id, {
    job_title: 'Tester',
    birth_date: '1990-12-10',
    organization: {
      manager_id: own.admin.user_id,
      department_id: department.body.id,
      country: 'DE',
      employee_number: '=1',
    },
  })
  await makeMember(t, own.workspace_id, { state: 'deactivated', first_name: 'Gone' })
  const csv = async (query: Record<string, string>, as = token) =>
    t.call('users.csv', { token: as, query })
  const all = await csv({})
  expect(all.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(all.headers['content-disposition']).toBe('attachment; filename="users.csv"')
  const lines = String(all.body).split('\r\n')
  expect(lines[0]).toBe(
    'First name,Last name,Email,Status,Job title,Phone,Birthday,Start date,Balance,Permissions,Invited on,Joined on,Manager,Department,Location,Country,Time zone,Employee number,Cost center',
  )
  expect(lines).toHaveLength(5)
  expect(lines).toContain(
    `"'=HYPERLINK(""x"")","O""Neill, Jr",${member.email},Active,Tester,,1990-12-10,,25,"Rewards administrator, Billing administrator",,2026-06-15,${own.admin.email},Support,,DE,,'=1,`,
  )
  expect(
    String((await csv({ state: 'deactivated' })).body)
      .split('\r\n')
      .filter((line) => line.startsWith('Gone')),
  ).toHaveLength(1)
  expect(String((await csv({ state: 'pending' })).body).split('\r\n')).toHaveLength(2)
  await t.call('profiles.update_me', { token, body: { language: 'ru' } })
  expect(String((await csv({})).body)).toMatch(/^Имя,Фамилия,/)
  expect((await csv({}, member.token)).status).toBe(403)
  expect((await csv({ state: 'nonsense' })).status).toBe(400)
})

test('the export of a selection contains only its members of the own team', async () => {
  const [own, other] = [await makeTeam(t), await makeTeam(t)]
  const { token } = own.admin
  const [chosen, left] = [
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
  ]
  const exportOf = (ids: string[], by = token) =>
    t.call('users.export', { token: by, body: { ids } })
  const { body, headers } = await exportOf([chosen.user_id, other.admin.user_id])
  expect(headers['content-disposition']).toBe('attachment; filename="users.csv"')
  const text = String(body)
  expect(text.split('\r\n')).toHaveLength(3)
  expect(text).toContain(chosen.email)
  expect([text.includes(left.email), text.includes(other.admin.email)]).toEqual([false, false])
  expect((await exportOf([])).codes).toEqual(['required'])
  expect((await exportOf([chosen.user_id], left.token)).status).toBe(403)
})

test('an export contains each of 2,500 members once', async () => {
  const own = await makeTeam(t)
  const { token } = own.admin
  await t.services.db.tenant(own.workspace_id, async (trx) => {
    const rows = Array.from({ length: 2_500 }, (_, n) => ({
      workspace_id: own.workspace_id,
      id: `01900000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`,
      account_id: null,
      email: `many${n}@example.test`,
      first_name: `Same${n % 7}`,
      last_name: `Name${n}`,
      state: (['pending', 'accepted', 'deactivated'] as const)[n % 3] ?? 'accepted',
      birth_date: null,
      hire_date: null,
      language: null,
      avatar_file_id: null,
      points_limit: null,
      points_limit_per_post: null,
      checklist_dismissed_at: null,
      invited_by: null,
      invited_at: null,
      accepted_at: null,
      created_at: t.clock.now(),
      deleted_at: null,
    }))
    for (let at = 0; at < rows.length; at += 500)
      await trx
        .insertInto('users')
        .values(rows.slice(at, at + 500))
        .execute()
  })
  const addresses = (await t.call('users.csv', { token })).body.match(/many\d+@/g) ?? []
  expect([addresses.length, new Set(addresses).size]).toEqual([2_500, 2_500])
  const find = async (search: string) =>
    (await t.call('users.list', { token, query: { search } })).body.items.map(
      (user) => user.last_name,
    )
  expect(await find('same4 name1733')).toEqual(['Name1733'])
  expect(await find('NAME1733  Same4')).toEqual(['Name1733'])
  expect(await find('many1733@')).toEqual(['Name1733'])
  expect(await find('same5 name1733')).toEqual([])
  expect(
    (await t.call('users.list', { token, query: { state: 'deactivated' } })).body,
  ).toMatchObject({ counts: { pending: 834, accepted: 834, deactivated: 833 } })
  expect((await t.call('users.list', { token, query: { state: 'deleted' } })).body.items).toEqual(
    [],
  )
})
