import { z } from 'zod'
import type { Route } from './route.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'
import * as webhooks from '#contract/schemas/webhooks.ts'
import { pagedQuery } from './common.ts'

const webhookParams = idParams('hook')

export const webhooksRoutes = {
  'hooks.list': {
    method: 'GET',
    path: '/hooks',
    summary: 'Outgoing webhooks, and bridges to Slack and Microsoft Teams',
    access: 'manage_settings',
    output: z.array(webhooks.webhook),
    errors: [],
  },
  'hooks.create': {
    method: 'POST',
    path: '/hooks',
    summary: 'Connect a receiver. The secret of a webhook is shown only once',
    access: 'manage_settings',
    body: webhooks.webhookCreate,
    output: webhooks.webhookCreated,
    errors: [
      'required',
      'out_of_range',
      'wrong_format',
      'address_refused',
      'slack_address',
      'teams_address',
      'hooks_full',
      'forbidden',
    ],
  },
  'hooks.update': {
    method: 'PUT',
    path: '/hooks/:id',
    summary: 'Change, pause or resume a connection',
    access: 'manage_settings',
    params: webhookParams,
    body: webhooks.webhookUpdate,
    output: webhooks.webhook,
    errors: [
      'required',
      'out_of_range',
      'wrong_format',
      'address_refused',
      'slack_address',
      'teams_address',
      'forbidden',
    ],
  },
  'hooks.delete': {
    method: 'DELETE',
    path: '/hooks/:id',
    summary: 'Disconnect a receiver and delete its log',
    access: 'manage_settings',
    params: webhookParams,
    output: noContent,
    errors: [],
  },
  'hooks.rotate': {
    method: 'POST',
    path: '/hooks/:id/secret',
    summary: 'Create a new signing secret, shown only once. The old one also signs for a day',
    access: 'manage_settings',
    params: webhookParams,
    output: webhooks.webhookSecret,
    errors: ['wrong_format', 'forbidden'],
  },
  'hooks.test': {
    method: 'POST',
    path: '/hooks/:id/test',
    summary: 'Send a test message and return its result',
    access: 'manage_settings',
    params: webhookParams,
    output: webhooks.webhookDelivery,
    errors: [],
  },
  'hooks.deliveries': {
    method: 'GET',
    path: '/hooks/:id/deliveries',
    summary: 'Deliveries, sent and waiting, newest first',
    access: 'manage_settings',
    params: webhookParams,
    query: pagedQuery,
    output: webhooks.webhookDeliveries,
    errors: ['forbidden'],
  },
  'hooks.redeliver': {
    method: 'POST',
    path: '/hooks/:id/deliveries/:delivery_id',
    summary: 'Repeat a delivery with the same webhook-id',
    access: 'manage_settings',
    params: webhooks.webhookDeliveryParams,
    output: webhooks.webhookDelivery,
    errors: ['forbidden'],
  },
} as const satisfies Record<string, Route>
