import { beforeAll, expect, test } from 'vitest'
import { ApiCallError, type Client, type ClientOptions, createClient } from '#client/index.ts'
import {
  getBalance,
  makeMember,
  makePost,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { createInjectFetch } from '#tests/support/inject-fetch.ts'
import { renderSmallPicture } from '#tests/support/small-picture.ts'
import { setupTestApp } from '#tests/support/test-app.ts'

/** The typed client (client/) against the server. */
const t = setupTestApp()
let team: Team
let colleague: Member
let laurel: Client
const connect = (member: Member, options: Partial<ClientOptions> = {}) =>
  createClient({
    url: 'http://localhost',
    token: member.token,
    fetch: createInjectFetch(t.app),
    ...options,
  })
beforeAll(async () => {
  team = await makeTeam(t)
  colleague = await makeMember(t, team.workspace_id)
  laurel = connect(team.admin)
})
const thanks = (description: string) => ({
  to_id: [colleague.user_id],
  value_id: team.value_id,
  score: 5,
  description,
})

test('a repeated key gives points once', async () => {
  const before = await getBalance(t, colleague)
  const input = { body: thanks('Thank you for the release'), key: 'release' }
  const first = await laurel.call('posts.create', input)
  expect((await laurel.call('posts.create', input)).id).toBe(first.id)
  expect(await getBalance(t, colleague)).toBe(before + 5)
})

test('a retry after a lost answer gives points once', async () => {
  const before = await getBalance(t, colleague)
  const inject = createInjectFetch(t.app)
  let lost = 0
  const forgetful = connect(team.admin, {
    fetch: async (url, init) => {
      const response = await inject(url, init)
      if ((lost += 1) < 3) throw new TypeError('fetch failed')
      return response
    },
  })
  const post = await forgetful.call('posts.create', { body: thanks('Thank you for the fix') })
  expect([post.score, lost]).toEqual([5, 3])
  expect(await getBalance(t, colleague)).toBe(before + 5)
})

test('the items of all pages come once and in order', async () => {
  for (let n = 0; n < 5; n += 1) await makePost(t, team.admin, [colleague], team.value_id)
  const all = await laurel.call('posts.list', { query: { limit: 50 } })
  const ids: string[] = []
  for await (const post of laurel.items('posts.list', { query: { limit: 2 } })) ids.push(post.id)
  expect(ids).toEqual(all.map(({ id }) => id))
  const emails: string[] = []
  for await (const user of laurel.items('users.list', { query: { limit: 1 } }))
    emails.push(user.email)
  expect(emails.sort()).toEqual([team.admin.email, colleague.email].sort())
})

test('a refused call has the codes and fields of the contract', async () => {
  const refused = await laurel
    .call('posts.create', { body: { ...thanks(''), to_id: [team.admin.user_id] } })
    .catch((error: ApiCallError) => error)
  expect(refused).toBeInstanceOf(ApiCallError)
  expect(refused).toMatchObject({ status: 422 })
  const denied = await connect(colleague)
    .call('users.list')
    .catch((error: ApiCallError) => error)
  expect(denied).toMatchObject({ status: 403, message: 'forbidden' })
})

test('files are sent as forms and come back as text', async () => {
  const picture = new File([new Uint8Array(await renderSmallPicture())], 'me.png')
  const avatar = await laurel.call('profiles.avatar', { body: {}, file: picture })
  expect(avatar.url).toMatch(/^\/files\//)
  const file = await laurel.call('users.csv', { query: {} })
  expect(await file.text()).toContain(team.admin.email)
})
