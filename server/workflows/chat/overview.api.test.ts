import { expect, test } from 'vitest'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { loadChatActor } from './chat-actor.ts'
import { loadOverview } from './overview.ts'

const t = setupTestApp()

test('many private posts do not push public ones out of the overview', async () => {
  const team = await makeTeam(t)
  const member = await makeMember(t, team.workspace_id)
  const give = (isPrivate: boolean) =>
    t.call('posts.create', {
      token: member.token,
      body: {
        to_id: [team.admin.user_id],
        value_id: team.value_id,
        score: 1,
        description: 'Thanks for the help',
        private: isPrivate,
      },
    })
  const open = await give(false)
  for (let n = 0; n < 11; n += 1) await give(true)
  for (const { user_id: userId } of [member, team.admin]) {
    const at = t.clock.now()
    const actor = await loadChatActor(t.services, team.workspace_id, userId, at)
    if (!actor) throw new Error('no actor')
    const { posts } = await loadOverview(t.services, actor, at)
    expect(posts.map(({ id }) => id)).toEqual([open.body.id])
  }
})
