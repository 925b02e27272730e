import type { ChatConnection, ChatLink, ChatRoute } from '#contract/schemas/chat.ts'
import { exampleTime, nextId } from './web-data.ts'

/** Returns an app that is not connected; with `state` and other fields, one that is. */
export const makeChatApp = (fields: Partial<ChatConnection> = {}): ChatConnection => ({
  provider: 'slack',
  state: 'none',
  state_reason: null,
  external_id: '',
  external_name: '',
  app_id: '',
  client_id: '',
  operator_app: false,
  socket_mode: false,
  allow_guests: false,
  invite_strangers: false,
  direct_messages: true,
  linked_people: 0,
  hook_id: null,
  request_url: 'https://laurel.example/api/chat/teams/messages',
  redirect_url: 'https://laurel.example/settings/connections/slack',
  connected_at: null,
  ...fields,
})
export const makeConnectedApp = (fields: Partial<ChatConnection> = {}): ChatConnection =>
  makeChatApp({
    state: 'connected',
    external_id: 'T0NORTHWIND',
    external_name: 'Northwind',
    client_id: '123.456',
    linked_people: 12,
    hook_id: nextId(),
    connected_at: exampleTime,
    ...fields,
  })
export const makeChatRoute = (fields: Partial<ChatRoute> = {}): ChatRoute => ({
  id: nextId(),
  provider: 'slack',
  channel_id: 'C0THANKS',
  channel_name: 'thanks',
  kinds: ['thanks'],
  value_ids: [],
  audience: null,
  state: 'active',
  off_reason: null,
  waiting: 0,
  delivered_at: null,
  created_at: exampleTime,
  ...fields,
})
export const makeChatLink = (fields: Partial<ChatLink> = {}): ChatLink => ({
  provider: 'slack',
  external_name: 'Northwind',
  linked_by: 'email',
  muted: ['reminder'],
  quiet_from: 20,
  quiet_until: 8,
  timezone: 'Europe/Berlin',
  send_at_once: false,
  created_at: exampleTime,
  ...fields,
})
