import { expect, test } from 'vitest'
import { checkManifest } from '#tests/contracts/slack/block-validator.ts'
import { slackScopes } from '#contract/chat.ts'
import {
  buildCreateAppUrl,
  buildSlackManifest,
  slackManifestLimits as limits,
  type SlackManifestTexts,
} from './slack-manifest.ts'
import { buildAuthorizeUrl } from './slack-oauth.ts'

/** Texts of the greatest lengths that Slack accepts. */
const texts: SlackManifestTexts = {
  name: 'n'.repeat(limits.nameMax),
  description: 'd'.repeat(limits.descriptionMax),
  longDescription: 'l'.repeat(limits.longDescriptionMax),
  commandDescription: 'c'.repeat(limits.commandDescriptionMax),
  usageHint: 'u'.repeat(limits.usageHintMax),
  thankSomebody: {
    name: 's'.repeat(limits.shortcutNameMax),
    description: 's'.repeat(limits.shortcutDescriptionMax),
  },
  thankForMessage: {
    name: 'm'.repeat(limits.shortcutNameMax),
    description: 'm'.repeat(limits.shortcutDescriptionMax),
  },
}
const input = {
  requestUrl: 'https://laurel.example.com/slack',
  redirectUrl: 'https://laurel.example.com/slack/oauth',
  socketMode: false,
  texts,
}

test('builds a manifest that the schema of Slack accepts', () => {
  const manifest = buildSlackManifest(input)
  expect(checkManifest(manifest)).toEqual([])
  expect(manifest).toMatchObject({
    features: {
      app_home: { home_tab_enabled: true },
      slash_commands: [
        { command: '/thanks', url: `${input.requestUrl}/commands`, should_escape: true },
      ],
      shortcuts: [
        { type: 'global', callback_id: 'thank_somebody' },
        { type: 'message', callback_id: 'thank_for_message' },
      ],
    },
    oauth_config: { redirect_urls: [input.redirectUrl], scopes: { bot: [...slackScopes] } },
    settings: {
      event_subscriptions: {
        request_url: `${input.requestUrl}/events`,
        bot_events: ['app_home_opened', 'app_uninstalled', 'tokens_revoked'],
      },
      interactivity: { is_enabled: true, request_url: `${input.requestUrl}/interactions` },
      org_deploy_enabled: false,
      socket_mode_enabled: false,
      token_rotation_enabled: true,
    },
  })
})

test('names no request address with Socket Mode', () => {
  const manifest = buildSlackManifest({ ...input, socketMode: true })
  expect(checkManifest(manifest)).toEqual([])
  expect(JSON.stringify(manifest)).not.toMatch(/request_url|"url"/)
  expect(manifest).toMatchObject({ settings: { socket_mode_enabled: true } })
})

test.each<[string, Partial<SlackManifestTexts>]>([
  ['name', { name: 'n'.repeat(limits.nameMax + 1) }],
  ['description', { description: 'd'.repeat(limits.descriptionMax + 1) }],
  ['long description', { longDescription: 'l'.repeat(limits.longDescriptionMax + 1) }],
  ['short long description', { longDescription: 'l'.repeat(limits.longDescriptionMin - 1) }],
  [
    'description of the command',
    { commandDescription: 'c'.repeat(limits.commandDescriptionMax + 1) },
  ],
  ['usage hint', { usageHint: 'u'.repeat(limits.usageHintMax + 1) }],
  [
    'name of a shortcut',
    { thankSomebody: { ...texts.thankSomebody, name: 's'.repeat(limits.shortcutNameMax + 1) } },
  ],
  [
    'description of a shortcut',
    {
      thankForMessage: {
        ...texts.thankForMessage,
        description: 'm'.repeat(limits.shortcutDescriptionMax + 1),
      },
    },
  ],
])('reports texts beyond the limit of Slack for the %s', (_, wrong) => {
  const manifest = buildSlackManifest({ ...input, texts: { ...texts, ...wrong } })
  expect(checkManifest(manifest)).toHaveLength(1)
})

test('puts the whole manifest into the address of the page that creates the app', () => {
  const manifest = buildSlackManifest({
    ...input,
    texts: { ...texts, name: 'Laurel & Söhne #1', description: 'Спасибо + 100%' },
  })
  const url = new URL(buildCreateAppUrl(manifest))
  expect([url.origin, url.pathname]).toEqual(['https://api.slack.com', '/apps'])
  expect(url.searchParams.get('new_app')).toBe('1')
  expect(JSON.parse(url.searchParams.get('manifest_json') ?? '')).toEqual(manifest)
})

test('asks for the listed scopes only, with the state', () => {
  const url = new URL(
    buildAuthorizeUrl({ client_id: '1.2', state: 'a&b=c', redirect_uri: input.redirectUrl }),
  )
  expect(url.origin + url.pathname).toBe('https://slack.com/oauth/v2/authorize')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    client_id: '1.2',
    scope: 'commands,chat:write,chat:write.public,im:write,users:read,users:read.email',
    state: 'a&b=c',
    redirect_uri: input.redirectUrl,
  })
})
