import type { Route } from './route.ts'
import { noContent } from '#contract/schemas/common.ts'
import * as twoFactor from '#contract/schemas/two-factor.ts'

export const twoFactorRoutes = {
  'second_factor.get': {
    method: 'GET',
    path: '/profiles/me/second_factor',
    summary: 'Get the status of two-factor authentication',
    access: 'take_part',
    inactive: true,
    output: twoFactor.twoFactorStatus,
    errors: ['forbidden'],
  },
  'second_factor.start': {
    method: 'POST',
    path: '/profiles/me/second_factor',
    summary: 'Create a secret for an authenticator app. It takes effect after its confirmation',
    access: 'take_part',
    inactive: true,
    output: twoFactor.twoFactorSetup,
    affects: ['two_factor'],
    errors: ['conflict', 'forbidden', 'presence_required'],
  },
  'second_factor.confirm': {
    method: 'POST',
    path: '/profiles/me/second_factor/confirm',
    summary:
      'Turn on two-factor authentication with the first code. Only this response contains the recovery codes',
    access: 'take_part',
    inactive: true,
    body: twoFactor.twoFactorInput,
    output: twoFactor.recoveryCodes,
    affects: ['two_factor'],
    errors: ['second_factor_invalid', 'too_many', 'conflict', 'forbidden', 'presence_required'],
  },
  'second_factor.codes': {
    method: 'POST',
    path: '/profiles/me/second_factor/codes',
    summary: 'Replace the recovery codes. Only this response contains them',
    access: 'take_part',
    inactive: true,
    output: twoFactor.recoveryCodes,
    affects: ['two_factor'],
    errors: ['conflict', 'forbidden', 'presence_required'],
  },
  'second_factor.stop': {
    method: 'POST',
    path: '/profiles/me/second_factor/stop',
    summary: 'Turn off two-factor authentication',
    access: 'take_part',
    inactive: true,
    output: noContent,
    affects: ['two_factor'],
    errors: ['conflict', 'forbidden', 'presence_required'],
  },
} as const satisfies Record<string, Route>
