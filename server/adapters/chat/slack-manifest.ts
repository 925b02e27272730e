import { slackScopes } from '#contract/chat.ts'

/**
 * The length limits of Slack for the texts of a manifest. The schema of Slack allows 2,000
 * characters for the description of a command; its settings page allows 100.
 */
export const slackManifestLimits = {
  nameMax: 35,
  descriptionMax: 140,
  longDescriptionMin: 175,
  longDescriptionMax: 4_000,
  commandDescriptionMax: 100,
  usageHintMax: 1_000,
  shortcutNameMax: 24,
  shortcutDescriptionMax: 150,
} as const

/** The command and the callback ids by which requests of Slack name a feature. */
const slackCommand = '/thanks'
export const slackShortcuts = { global: 'thank_somebody', message: 'thank_for_message' } as const

export type SlackManifestTexts = {
  name: string
  description: string
  longDescription: string
  commandDescription: string
  usageHint: string
  thankSomebody: { name: string; description: string }
  thankForMessage: { name: string; description: string }
}
export type SlackManifestInput = {
  /** The base address of Slack's requests, without a slash at the end. */
  requestUrl: string
  /** The address to which OAuth returns the browser. */
  redirectUrl: string
  /** Whether requests come through our own connection, so that Slack needs no address of ours. */
  socketMode: boolean
  texts: SlackManifestTexts
}

/** Returns the manifest from which Slack creates our app. */
export function buildSlackManifest({
  requestUrl,
  redirectUrl,
  socketMode,
  texts,
}: SlackManifestInput): object {
  const addressOf = (path: string) => (socketMode ? undefined : `${requestUrl}/${path}`)
  const withUrl = (key: 'url' | 'request_url', path: string) => {
    const url = addressOf(path)
    return url ? { [key]: url } : {}
  }
  return {
    display_information: {
      name: texts.name,
      description: texts.description,
      long_description: texts.longDescription,
    },
    features: {
      app_home: {
        home_tab_enabled: true,
        messages_tab_enabled: true,
        messages_tab_read_only_enabled: true,
      },
      bot_user: { display_name: texts.name, always_online: true },
      shortcuts: [
        { ...texts.thankSomebody, type: 'global', callback_id: slackShortcuts.global },
        { ...texts.thankForMessage, type: 'message', callback_id: slackShortcuts.message },
      ],
      slash_commands: [
        {
          command: slackCommand,
          ...withUrl('url', 'commands'),
          description: texts.commandDescription,
          usage_hint: texts.usageHint,
          // Mentions arrive with ids: <@U123|ana> instead of @ana.
          should_escape: true,
        },
      ],
    },
    oauth_config: { redirect_urls: [redirectUrl], scopes: { bot: [...slackScopes] } },
    settings: {
      event_subscriptions: {
        ...withUrl('request_url', 'events'),
        bot_events: ['app_home_opened', 'app_uninstalled', 'tokens_revoked'],
      },
      interactivity: { is_enabled: true, ...withUrl('request_url', 'interactions') },
      org_deploy_enabled: false,
      socket_mode_enabled: socketMode,
      token_rotation_enabled: true,
    },
  }
}

/** Returns the address of Slack's page that creates an app from a manifest. */
export const buildCreateAppUrl = (manifest: object): string =>
  `https://api.slack.com/apps?new_app=1&manifest_json=${encodeURIComponent(JSON.stringify(manifest))}`
