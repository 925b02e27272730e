import { makeMember, makeTeam, type Member } from '#tests/support/factories.ts'
import type { TestApp } from '#tests/support/test-app.ts'

/** Creates a team with an author of posts and three other members. */
export async function makeConversationTeam(t: TestApp) {
  const team = await makeTeam(t)
  const member = () => makeMember(t, team.workspace_id)
  return {
    team,
    author: await member(),
    ben: await member(),
    cleo: await member(),
    dan: await member(),
  }
}
export const loadPost = async (t: TestApp, who: Member, id: string) =>
  (await t.call('posts.get', { token: who.token, params: { id } })).body
export const loadConversation = (
  t: TestApp,
  who: Member,
  id: string,
  query: Record<string, string | number> = {},
) => t.call('posts.comments', { token: who.token, params: { id }, query })
export const reactToPost = (t: TestApp, who: Member, id: string, reaction: string) =>
  t.call('posts.react', { token: who.token, params: { id }, body: { reaction } })
export const unreactToPost = (t: TestApp, who: Member, id: string, reaction: string) =>
  t.call('posts.unreact', { token: who.token, params: { id, reaction } })
export const commentOnPost = (t: TestApp, who: Member, id: string, text = 'Well deserved') =>
  t.call('posts.comment', { token: who.token, params: { id }, body: { text } })
export const sendAddOn = (t: TestApp, who: Member, id: string, score = 4, text = '') =>
  t.call('posts.add_on', { token: who.token, params: { id }, body: { score, text } })
export const loadRemainingAllowance = async (t: TestApp, who: Member) =>
  (await t.call('config.get', { token: who.token })).body.allowance.score_remaining
