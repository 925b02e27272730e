// The screens of chats and webhooks. One file, because the name of each file that loads later is
// part of the first page.
export { SlackScreen, TeamsScreen } from '#web/features/chat/screens/ChatAppScreen.tsx'
export { WebhooksScreen } from '#web/features/webhooks/screens/WebhooksScreen.tsx'
