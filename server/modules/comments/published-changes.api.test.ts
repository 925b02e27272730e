import { beforeAll, expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makePost, type Member, type Team } from '#tests/support/factories.ts'
import {
  commentOnPost,
  makeConversationTeam,
  reactToPost,
  sendAddOn,
} from '#tests/support/post-conversations.ts'

const t = setupTestApp()
let team: Team
let author: Member
let ben: Member
let cleo: Member
let dan: Member
beforeAll(async () => {
  ;({ team, author, ben, cleo, dan } = await makeConversationTeam(t))
})
const makeThanks = (to: Member[], fields: object = {}) =>
  makePost(t, author, to, team.value_id, 5, fields)

test('publishes replies after the commit, private ones to participants', async () => {
  const published: [string[], string[] | undefined][] = []
  const publish = t.services.events.publish.bind(t.services.events)
  t.services.events.publish = (workspaceId, changes, users) => {
    published.push([changes, users && [...users].sort()])
    publish(workspaceId, changes, users)
  }
  const takePublished = () => published.splice(0)
  const who = (...people: Member[]) => people.map((one) => one.user_id).sort()
  const [open, hidden] = [await makeThanks([ben, cleo]), await makeThanks([ben], { private: true })]
  const openChanged = [[`posts:${open}`], undefined]
  const hiddenChanged = (...people: Member[]) => [[`posts:${hidden}`], who(...people)]
  const changed = (topic: string, ...people: Member[]) => [[topic], who(...people)]
  await reactToPost(t, dan, open, 'clap')
  await reactToPost(t, dan, open, 'clap')
  expect(takePublished()).toEqual([openChanged, changed('inbox', author, ben, cleo)])
  await commentOnPost(t, ben, hidden)
  await reactToPost(t, dan, hidden, 'clap')
  expect(takePublished()).toEqual([hiddenChanged(author, ben), changed('inbox', author)])
  const addition = (await sendAddOn(t, dan, open, 1)).body.id
  expect(takePublished()).toEqual([
    openChanged,
    changed('coins', ben, cleo, dan),
    changed('inbox', ben, cleo),
  ])
  await t.call('posts.delete', { token: dan.token, params: { id: addition } })
  expect(takePublished()).toEqual([
    changed('inbox', ben, cleo, dan),
    openChanged,
    changed('coins', ben, cleo, dan),
  ])
  await sendAddOn(t, team.admin, hidden, 1)
  expect(takePublished()).toEqual([
    hiddenChanged(author, ben, team.admin),
    changed('coins', ben, team.admin),
    changed('inbox', ben),
  ])
  await sendAddOn(t, dan, open, 1)
  takePublished()
  await t.call('posts.delete', { token: author.token, params: { id: open } })
  expect(takePublished()).toEqual([
    changed('inbox', author, ben, cleo),
    openChanged,
    changed('coins', author, ben, cleo, dan),
  ])
  t.services.events.publish = publish
})
