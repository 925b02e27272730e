import { z } from 'zod'
import type { Route } from './route.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'
import * as webhooks from '#contract/schemas/webhooks.ts'
import { pagedQueryParams } from './common.ts'

const webhookParams = idParams('hook')

export const webhooksRoutes = {
  'hooks.list': {
    method: 'GET',
    path: '/hooks',
    summary: 'List the webhooks and the bridges to Slack and Microsoft Teams',
    access: 'manage_settings',
    output: z.array(webhooks.webhook),
    errors: [],
  },
  'hooks.create': {
    method: 'POST',
    path: '/hooks',
    summary: 'Create a webhook or a bridge. Only this response contains the secret of a webhook',
    access: 'manage_settings',
    body: webhooks.webhookCreate,
    output: webhooks.webhookCreated,
    affects: ['webhooks', 'audit'],
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
    summary: 'Update, pause or resume a webhook or bridge',
    access: 'manage_settings',
    params: webhookParams,
    body: webhooks.webhookUpdate,
    output: webhooks.webhook,
    affects: ['webhooks', 'audit'],
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
    summary: 'Delete a webhook or bridge and its log',
    access: 'manage_settings',
    params: webhookParams,
    output: noContent,
    affects: ['webhooks', 'audit'],
    errors: [],
  },
  'hooks.rotate': {
    method: 'POST',
    path: '/hooks/:id/secret',
    summary:
      'Replace the signing secret. Only this response contains it. The old secret also signs for a day',
    access: 'manage_settings',
    params: webhookParams,
    output: webhooks.webhookSecret,
    affects: ['webhooks', 'audit'],
    errors: ['wrong_format', 'forbidden'],
  },
  'hooks.test': {
    method: 'POST',
    path: '/hooks/:id/test',
    summary: 'Send a test event and return its result',
    access: 'manage_settings',
    params: webhookParams,
    output: webhooks.webhookDelivery,
    affects: ['webhooks', 'audit'],
    errors: [],
  },
  'hooks.deliveries': {
    method: 'GET',
    path: '/hooks/:id/deliveries',
    summary: 'List sent and waiting deliveries, newest first',
    access: 'manage_settings',
    params: webhookParams,
    query: pagedQueryParams,
    output: webhooks.webhookDeliveries,
    errors: ['forbidden'],
  },
  'hooks.redeliver': {
    method: 'POST',
    path: '/hooks/:id/deliveries/:delivery_id',
    summary: 'Repeat a delivery with the same `webhook-id`',
    access: 'manage_settings',
    params: webhooks.webhookDeliveryParams,
    output: webhooks.webhookDelivery,
    affects: ['webhooks', 'audit'],
    errors: ['forbidden'],
  },
} as const satisfies Record<string, Route>
