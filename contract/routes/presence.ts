import type { Route } from './route.ts'
import * as auth from '#contract/schemas/auth.ts'
import { presence, presenceProof } from '#contract/schemas/presence.ts'
import { twoFactorErrors } from './common.ts'

export const presenceRoutes = {
  'presence.get': {
    method: 'GET',
    path: '/auth/presence',
    summary: 'Get the proof of presence of the session',
    access: 'take_part',
    inactive: true,
    output: presence,
    errors: ['forbidden'],
  },
  'presence.send_code': {
    method: 'POST',
    path: '/auth/presence/code',
    summary: 'Send a presence code to the current address',
    access: 'take_part',
    inactive: true,
    output: auth.codeRequestResult,
    // Sends a mail.
    affects: [],
    errors: ['second_factor_needed', 'too_many', 'mail_failed', 'forbidden'],
  },
  'presence.prove': {
    method: 'POST',
    path: '/auth/presence',
    summary: 'Prove presence with the mailed code or the second factor',
    access: 'take_part',
    inactive: true,
    body: presenceProof,
    output: presence,
    affects: ['presence'],
    errors: ['invalid_code', ...twoFactorErrors, 'forbidden'],
  },
} as const satisfies Record<string, Route>
