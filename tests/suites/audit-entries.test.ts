import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeTenantFixture } from '#tests/support/example-requests.ts'
import { makeMember } from '#tests/support/factories.ts'

/** The content of single entries of the audit log. */
const t = setupTestApp()

test('the entry of a moderator names the author, post and change', async () => {
  const fixture = await makeTenantFixture(t)
  const moderator = await makeMember(t, fixture.team.workspace_id, {
    permissions: { global_administrator: true },
  })
  const { post, comment, value } = fixture.ids
  await t.call('posts.update', {
    token: moderator.token,
    params: { id: post },
    body: { value_id: fixture.team.other_value_id },
  })
  await t.call('posts.delete_comment', {
    token: moderator.token,
    params: { id: post, comment_id: comment },
  })
  await t.call('posts.delete', { token: moderator.token, params: { id: post } })
  const rows = await t.services.db.tenant(fixture.team.workspace_id, (trx) =>
    trx
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('workspace_id', '=', fixture.team.workspace_id)
      .where('actor_id', '=', moderator.user_id)
      .orderBy('id')
      .execute(),
  )
  const userId = fixture.team.admin.user_id
  expect(rows).toEqual([
    {
      action: 'post.update',
      details: {
        post_id: post,
        user_id: userId,
        value: { from: 'Teamwork', to: 'Craft' },
        value_id: { from: value, to: fixture.team.other_value_id },
      },
    },
    { action: 'comment.delete', details: { post_id: post, comment_id: comment, user_id: userId } },
    { action: 'post.delete', details: { post_id: post, user_id: userId, amount: 10 } },
  ])
})

test('an administrator changing their address is audited without it', async () => {
  const { team } = await makeTenantFixture(t)
  const code = async (email: string) => {
    const {
      body: { sig },
    } = await t.call('profiles.get_code', { token: team.admin.token, body: { email } })
    return { email, sig, code: /\b(\d{6})\b/.exec(t.mails.at(-1)?.text ?? '')?.[1] ?? '' }
  }
  expect(
    (
      await t.call('profiles.verify_code', {
        token: team.admin.token,
        body: await code('another@audit.test'),
      })
    ).status,
  ).toBe(200)
  const [entry] = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .selectFrom('audit_log')
      .selectAll()
      .where('workspace_id', '=', team.workspace_id)
      .where('action', '=', 'address.change')
      .execute(),
  )
  expect(entry).toMatchObject({
    actor_id: team.admin.user_id,
    details: { user_id: team.admin.user_id },
  })
})
