import type { Route } from './route.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'
import * as tokens from '#contract/schemas/tokens.ts'

export const tokensRoutes = {
  'tokens.list': {
    method: 'GET',
    path: '/profiles/me/tokens',
    summary: 'List your access tokens and the scopes that you may grant',
    access: 'take_part',
    output: tokens.accessTokens,
    errors: ['forbidden'],
  },
  'tokens.create': {
    method: 'POST',
    path: '/profiles/me/tokens',
    summary: 'Create an access token. Only this response contains it',
    access: 'take_part',
    body: tokens.tokenCreate,
    output: tokens.tokenCreated,
    affects: ['tokens'],
    errors: [
      'required',
      'out_of_range',
      'wrong_format',
      'tokens_full',
      'forbidden',
      'presence_required',
    ],
  },
  'tokens.revoke': {
    method: 'DELETE',
    path: '/profiles/me/tokens/:id',
    summary: 'Revoke an access token',
    access: 'take_part',
    params: idParams('token'),
    output: noContent,
    affects: ['tokens'],
    errors: ['forbidden'],
  },
} as const satisfies Record<string, Route>
