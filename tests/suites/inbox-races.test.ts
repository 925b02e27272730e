import { expect, test } from 'vitest'
import type { InboxItem } from '#contract/schemas/inbox.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member } from '#tests/support/factories.ts'
import { runConcurrently, serverErrors, setupTwoProcesses } from '#tests/support/processes.ts'

/** Concurrent events of one post over two server processes on one database. */
const t = setupTestApp(() => ({ at: new Date() }))
const callAlternately = setupTwoProcesses(t)

async function makePostWithReactors() {
  const team = await makeTeam(t, { limit: null })
  const members = await runConcurrently(10, () => makeMember(t, team.workspace_id))
  const [author, recipient, ...reactors] = members as [Member, Member, ...Member[]]
  return {
    author,
    recipient,
    reactors,
    id: await makePost(t, author, [recipient], team.value_id, 1),
  }
}
const listItems = async (who: Member, kind: InboxItem['kind']) =>
  (
    await callAlternately<{ items: InboxItem[] }>('GET', '/inbox?limit=100', who.token)
  ).body.items.filter((item) => item.kind === kind)
const like = (who: Member, id: string) => callAlternately('POST', `/posts/${id}/like`, who.token)
const unlike = (who: Member, id: string) =>
  callAlternately('DELETE', `/posts/${id}/like`, who.token)
const react = (who: Member, id: string) =>
  callAlternately('POST', `/posts/${id}/reactions`, who.token, { reaction: 'clap' })
const unreact = (who: Member, id: string) =>
  callAlternately('DELETE', `/posts/${id}/reactions/clap`, who.token)

test('concurrent reactions form one item that counts each person once', async () => {
  const { author, recipient, reactors, id } = await makePostWithReactors()
  const replies = await Promise.all(
    reactors.flatMap((who) => [like(who, id), react(who, id), like(who, id)]),
  )
  expect(serverErrors(replies)).toEqual([])
  for (const who of [author, recipient])
    expect(await listItems(who, 'reaction')).toMatchObject([{ actor_count: reactors.length }])

  const removals = await Promise.all([
    ...reactors.slice(0, 5).flatMap((who) => [unlike(who, id), unreact(who, id)]),
    ...reactors.slice(5).map((who) => unreact(who, id)),
  ])
  expect(serverErrors(removals)).toEqual([])
  for (const who of [author, recipient])
    expect(await listItems(who, 'reaction')).toMatchObject([{ actor_count: 3 }])

  await Promise.all(reactors.slice(5).map((who) => unlike(who, id)))
  for (const who of [author, recipient]) expect(await listItems(who, 'reaction')).toEqual([])
})

test('concurrent comments and deletions leave at most one unread item', async () => {
  const { author, reactors, id } = await makePostWithReactors()
  for (let round = 0; round < 10; round += 1) {
    const replies = await Promise.all([
      ...reactors.map((who) =>
        callAlternately<{ id: string }>('POST', `/posts/${id}/comments`, who.token, {
          text: 'Well deserved',
        }),
      ),
      listItems(author, 'comment').then(([item]) =>
        item
          ? callAlternately<{ id: string }>('POST', '/inbox/read', author.token, {
              until: item.id,
            })
          : { status: 200, body: { id: '' }, codes: [] },
      ),
    ])
    expect(serverErrors(replies)).toEqual([])
    const unread = (await listItems(author, 'comment')).filter((item) => item.read_at === null)
    expect(unread.length).toBeLessThanOrEqual(1)
    await Promise.all(
      reactors.map((who, n) =>
        callAlternately('DELETE', `/posts/${id}/comments/${replies[n]?.body.id}`, who.token),
      ),
    )
  }
  expect(await listItems(author, 'comment')).toEqual([])
})

test('concurrent decisions leave one item with the open purchases', async () => {
  const team = await makeTeam(t, { limit: null })
  const buyers = await runConcurrently(6, () => makeMember(t, team.workspace_id))
  await Promise.all(
    buyers.map((buyer) =>
      t.call('coins.adjust', {
        token: team.admin.token,
        params: { id: buyer.user_id },
        body: { amount: 10, comment: '' },
      }),
    ),
  )
  const reward = await t.call('rewards.create', {
    token: team.admin.token,
    body: { title: 'Tea', price: 5 },
  })
  const bought = await Promise.all(
    buyers.map((buyer) =>
      callAlternately<{ id: string }>('POST', `/shop/rewards/${reward.body.id}`, buyer.token, {}),
    ),
  )
  expect(serverErrors(bought)).toEqual([])
  expect(await listItems(team.admin, 'purchase_requested')).toMatchObject([{ open_purchases: 6 }])
})
