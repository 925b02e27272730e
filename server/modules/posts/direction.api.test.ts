import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'

const t = setupTestApp()

test('lists the posts to a user or from a user, without add-ons', async () => {
  const own = await makeTeam(t)
  const [me, other] = [await makeMember(t, own.workspace_id), await makeMember(t, own.workspace_id)]
  const toMe = await makePost(t, other, [me], own.value_id)
  const fromMe = await makePost(t, me, [other], own.value_id, 5, { private: true })
  await makePost(t, other, [own.admin], own.value_id)
  await t.call('posts.add_on', { token: me.token, params: { id: toMe }, body: { score: 1 } })
  const list = async (token: string, query: Record<string, string>) =>
    (await t.call('posts.list', { token, query: { user_id: me.user_id, ...query } })).body.map(
      ({ id }) => id,
    )
  expect(await list(me.token, { direction: 'received' })).toEqual([toMe])
  expect(await list(me.token, { direction: 'given' })).toEqual([fromMe])
  expect(await list(me.token, {})).toEqual([fromMe, toMe])
  // A private post is invisible to others.
  const third = await makeMember(t, own.workspace_id)
  expect(await list(third.token, { direction: 'given' })).toEqual([])
})

test('lists private posts to a user and the reader on the profile', async () => {
  const own = await makeTeam(t)
  const [reader, other, third] = [
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
  ]
  const shared = await makePost(t, third, [reader, other], own.value_id, 1, { private: true })
  await makePost(t, third, [other], own.value_id, 1, { private: true })
  const list = async (query: Record<string, string>) =>
    (
      await t.call('posts.list', {
        token: reader.token,
        query: { user_id: other.user_id, ...query },
      })
    ).body.map(({ id }) => id)
  expect(await list({})).toEqual([shared])
  expect(await list({ direction: 'received' })).toEqual([shared])
  expect(await list({ value_id: own.value_id })).toEqual([shared])
  expect(await list({ direction: 'given' })).toEqual([])
})
