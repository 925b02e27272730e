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
