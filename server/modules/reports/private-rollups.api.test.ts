import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'

const t = setupTestApp()

test('stores the figures of private posts in separate rows', async () => {
  const team = await makeTeam(t, { limit: null })
  const author = await makeMember(t, team.workspace_id)
  const recipient = await makeMember(t, team.workspace_id)
  await makePost(t, author, [recipient], team.value_id, 3)
  await makePost(t, author, [recipient], team.value_id, 7, { private: true })
  const deleted = await makePost(t, author, [recipient], team.value_id, 9, { private: true })
  await t.call('posts.delete', { token: author.token, params: { id: deleted } })
  const row = (userId: string, secret: boolean, given: number, received: number) => ({
    user_id: userId,
    private: secret,
    given_points: given,
    given_posts: given ? 1 : 0,
    received_points: received,
    received_posts: received ? 1 : 0,
  })
  for (const table of ['daily_recognition', 'total_recognition'] as const) {
    const rows = await t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .selectFrom(table)
        .select([
          'user_id',
          'private',
          'given_points',
          'given_posts',
          'received_points',
          'received_posts',
        ])
        .where('workspace_id', '=', team.workspace_id)
        .orderBy('user_id')
        .orderBy('private')
        .execute(),
    )
    const expected = [
      [row(author.user_id, false, 3, 0), row(author.user_id, true, 7, 0)],
      [row(recipient.user_id, false, 0, 3), row(recipient.user_id, true, 0, 7)],
    ]
    expect(rows).toEqual(
      (author.user_id < recipient.user_id ? expected : expected.reverse()).flat(),
    )
  }
})
