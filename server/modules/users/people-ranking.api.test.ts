import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'

const t = setupTestApp()

/** Creates a team whose administrator thanked Zoe twice and was thanked by Yuri privately. */
async function makeNetwork() {
  const { admin, workspace_id: workspaceId, value_id: valueId } = await makeTeam(t)
  const make = (first: string, last: string) =>
    makeMember(t, workspaceId, { first_name: first, last_name: last })
  const zoe = await make('Zoe', 'Adams')
  const yuri = await make('Yuri', 'Brandt')
  await make('Anna', 'Zimmer')
  await make('Bea', 'Anders')
  for (let n = 0; n < 2; n += 1) await makePost(t, admin, [zoe], valueId)
  await makePost(t, yuri, [admin], valueId, 10, { private: true })
  const find = async (search: string, token = admin.token, limit = 20) =>
    (await t.call('people.list', { token, query: { search, limit } })).body.map(({ name }) => name)
  return { find, zoe, yuri }
}

test('close colleagues come first, in order of their exchanged posts', async () => {
  const { find } = await makeNetwork()
  expect(await find('')).toEqual(['Zoe Adams', 'Yuri Brandt', 'Anna Zimmer', 'Bea Anders'])
})

test('names that start with the text come first, then last names', async () => {
  const { find } = await makeNetwork()
  expect(await find('an')).toEqual(['Anna Zimmer', 'Bea Anders', 'Yuri Brandt'])
  expect(await find('b')).toEqual(['Yuri Brandt', 'Bea Anders'])
  expect(await find('z')).toEqual(['Zoe Adams', 'Anna Zimmer'])
})

test('the limit also applies to close colleagues', async () => {
  const { find } = await makeNetwork()
  expect(await find('', undefined, 1)).toEqual(['Zoe Adams'])
})

test('the ranking ignores posts between other people', async () => {
  const { find, zoe } = await makeNetwork()
  // Only the administrator is a close colleague of Zoe, who cannot see the private post to the
  // administrator.
  const [, ...others] = await find('', zoe.token)
  expect(others).toEqual(['Anna Zimmer', 'Bea Anders', 'Yuri Brandt'])
})

test('job titles match by the starts of their words, after names', async () => {
  const { admin, workspace_id: workspaceId } = await makeTeam(t)
  const make = async (name: string, title: string) => {
    const { user_id: id } = await makeMember(t, workspaceId, { first_name: name, last_name: 'Kim' })
    await t.call('users.update', {
      token: admin.token,
      params: { id },
      body: { job_title: title },
    })
  }
  await make('Ada', 'Senior Engineer')
  await make('Bo', 'Threat Analyst')
  await make('Engin', 'Designer')
  const find = async (search: string, searchIn: 'name' | 'name_and_title' = 'name_and_title') =>
    (
      await t.call('people.list', {
        token: admin.token,
        query: { search, search_in: searchIn },
      })
    ).body.map(({ first_name: name }) => name)
  expect(await find('engin')).toEqual(['Engin', 'Ada'])
  expect(await find('ada engineer')).toEqual(['Ada'])
  expect(await find('hr')).toEqual([])
  expect(await find('engineer', 'name')).toEqual([])
})

test('the detail tells people of one name apart by department and location', async () => {
  const { admin, workspace_id: workspaceId } = await makeTeam(t)
  const makeAnna = async (title: string) => {
    const anna = await makeMember(t, workspaceId, { first_name: 'Anna', last_name: 'Adeyemi' })
    const call = { token: admin.token, params: { id: anna.user_id } }
    await t.call('users.update', { ...call, body: { job_title: title } })
    return anna
  }
  const [one, two, three] = [
    await makeAnna('HR Partner'),
    await makeAnna('HR Partner'),
    await makeAnna(''),
  ]
  const join = async (kind: 'department' | 'location', name: string, people: string[]) => {
    const { token } = admin
    const { id } = (await t.call('groups.create', { token, body: { kind, name } })).body
    await t.call('groups.add_members', { token, params: { id }, body: { user_ids: people } })
  }
  await join('department', 'People', [one.user_id, two.user_id, three.user_id])
  await join('location', 'Lisbon', [one.user_id, three.user_id])
  await join('location', 'Oslo', [two.user_id])
  const { body } = await t.call('people.list', { token: admin.token, query: { search: 'anna' } })
  expect(new Map(body.map(({ id, detail }) => [id, detail]))).toEqual(
    new Map([
      [one.user_id, 'HR Partner · People · Lisbon'],
      [two.user_id, 'HR Partner · People · Oslo'],
      [three.user_id, 'People'],
    ]),
  )
})

test.each(['İlker', 'ilk', 'ΑΘΗΝΑΣ'])(
  'a search for %s folds letters as the names are',
  async (text) => {
    const { admin, workspace_id: workspaceId } = await makeTeam(t)
    await makeMember(t, workspaceId, { first_name: 'İlker', last_name: 'ΑΘΗΝΑΣ' })
    const { token } = admin
    const groupName = 'İlker ΑΘΗΝΑΣ'
    await t.call('groups.create', { token, body: { kind: 'team', name: groupName } })
    const query = { search: text }
    const people = (await t.call('people.list', { token, query })).body
    expect(people.map(({ name }) => name)).toEqual([groupName])
    expect((await t.call('users.list', { token, query })).body.items).toHaveLength(1)
    const groups = (await t.call('groups.list', { token, query })).body.items
    expect(groups.map(({ name }) => name)).toEqual([groupName])
  },
)
