// The screens of chats, webhooks and company sign-in. One file, because the name of each file that loads later is
// part of the first page.
export { SlackScreen, TeamsScreen } from '#web/features/chat/screens/ChatAppScreen.tsx'
export { WebhooksScreen } from '#web/features/webhooks/screens/WebhooksScreen.tsx'
export { ApplicationsScreen } from '#web/features/oauth/screens/ApplicationsScreen.tsx'
export { ScimScreen } from '#web/features/scim/screens/ScimScreen.tsx'
export { SignInConnectionScreen } from '#web/features/sso/screens/SignInConnectionScreen.tsx'
export { SignInSettingsScreen } from '#web/features/sso/screens/SignInSettingsScreen.tsx'
