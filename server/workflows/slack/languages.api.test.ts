import { expect, test } from 'vitest'
import { language as languages, type Language } from '#contract/schemas/common.ts'
import { makeMember, makePost } from '#tests/support/factories.ts'
import { buttonOf, setupSlackTeam, textsOf } from '#tests/support/slack.ts'

/** Every screen in every language must fit into the limits of Slack, which the local Slack checks. */
const s = setupSlackTeam({ connect: { invite_strangers: true } })
const english = new Map<string, string>()

const speak = (language: Language) =>
  s.t.services.db.tenant(s.team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ language, birth_date: '1990-06-16', birthday_visibility: 'everyone' })
      .where('workspace_id', '=', s.team.workspace_id)
      .execute(),
  )

test.each(languages.options)('shows every screen in %s', async (language) => {
  await speak(language)
  const other = await makeMember(s.t, s.team.workspace_id, { first_name: 'X'.repeat(60) })
  const postId = await makePost(s.t, other, [s.ben], s.team.value_id, 1)
  const stranger = s.slack.addUser({ real_name: 'Nora' })
  const preview = await s.command(`<@${s.ben.slack_id}> <@${stranger.id}> +2 thank you all`)
  const value = buttonOf(preview, 'send_thanks')?.value ?? ''
  const [refused] = await s.press({ action_id: 'send_thanks', value })
  await s.press({ action_id: 'edit_thanks', value })
  await s.press({ action_id: 'add_points', value: postId })
  const home = s.slack.payloads.event({
    type: 'app_home_opened',
    user: s.ana.slack_id,
    tab: 'home',
  })
  await s.send('events', home)
  const screens = {
    preview,
    refused,
    edit: s.slack.views.at(-2)?.view.blocks,
    points: s.slack.views.at(-1)?.view.blocks,
    home: s.slack.homes.get(s.ana.slack_id),
    help: await s.command('help'),
    balance: await s.command('balance'),
    shop: await s.command('shop'),
    settings: await s.command('settings'),
    canceled: (await s.press({ action_id: 'cancel_thanks', value }))[0],
  }
  expect(s.slack.views.length % 2).toBe(0)
  for (const [name, screen] of Object.entries(screens)) {
    const texts = textsOf(screen)
    // A missing text would be shown as its path.
    expect([name, /"(?:\w+\.)+\w+"/.exec(texts)?.[0]]).toEqual([name, undefined])
    expect([name, texts]).not.toEqual([name, english.get(name)])
    if (language === 'en') english.set(name, texts)
  }
})
