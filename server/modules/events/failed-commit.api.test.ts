import { expect, test } from 'vitest'
import type { Change } from '#contract/change-topics.ts'
import { startTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'

test('publishes nothing when the commit fails', async () => {
  const own = await startTestApp({ env: { LOG_LEVEL: 'silent' } })
  try {
    const { db, events } = own.services
    const place = await makeTeam(own)
    const [from, to] = [
      await makeMember(own, place.workspace_id),
      await makeMember(own, place.workspace_id),
    ]
    const usersByChange: Change[] = []
    events.publish = (_, changes) => {
      usersByChange.push(...changes)
    }
    const id = (
      await own.call('posts.create', {
        token: from.token,
        body: {
          to_id: [to.user_id],
          value_id: place.value_id,
          score: 2,
          description: 'Thank you very much',
        },
      })
    ).body.id
    expect(usersByChange).toEqual([`posts:${id}`, 'coins', 'inbox'])
    usersByChange.length = 0
    const tenant = db.tenant.bind(db)
    db.tenant = (workspaceId, work) =>
      tenant(workspaceId, async (trx) => {
        await work(trx)
        expect(usersByChange).toEqual([])
        throw new Error('the connection broke before the commit')
      })
    expect((await own.call('posts.like', { token: to.token, params: { id } })).status).toBe(500)
    expect((await own.call('posts.delete', { token: from.token, params: { id } })).status).toBe(500)
    expect(
      (
        await own.call('coins.adjust', {
          token: place.admin.token,
          params: { id: to.user_id },
          body: { amount: 5 },
        })
      ).status,
    ).toBe(500)
    expect(usersByChange).toEqual([])
  } finally {
    await own.close()
  }
})
