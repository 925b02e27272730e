import { z } from 'zod'
import type { Route } from './route.ts'
import { allowance } from '#contract/schemas/allowance-rules.ts'
import { ownBudget } from '#contract/schemas/budgets.ts'
import * as auth from '#contract/schemas/auth.ts'
import { picture, pictureForm, pictureInput } from '#contract/schemas/common.ts'
import { personalDataExport } from '#contract/schemas/personal-data.ts'
import * as posts from '#contract/schemas/posts.ts'
import * as users from '#contract/schemas/users.ts'
import { userParams, nameErrors } from './common.ts'

export const profilesRoutes = {
  'profiles.me': {
    method: 'GET',
    path: '/profiles/me',
    summary: 'Get your own profile',
    access: 'take_part',
    output: users.ownUser,
    errors: [],
  },
  'profiles.allowance': {
    method: 'GET',
    path: '/profiles/me/allowance',
    summary: 'Get the points that you may still give, and what sets their limit',
    access: 'take_part',
    output: allowance,
    errors: [],
  },
  'profiles.budgets': {
    method: 'GET',
    path: '/profiles/me/budgets',
    summary: 'List the budgets that the user may give points from',
    access: 'take_part',
    output: z.array(ownBudget),
    errors: [],
  },
  'profiles.thanks_prompt': {
    method: 'GET',
    path: '/profiles/me/thanks_prompt',
    summary: 'Suggest a colleague with an important date, or a department, to thank',
    access: 'take_part',
    output: users.thanksPrompt,
    errors: [],
  },
  'profiles.update_me': {
    method: 'PUT',
    path: '/profiles/me',
    summary: 'Update your own profile',
    access: 'take_part',
    body: users.profileInput,
    output: users.ownUser,
    // Name and language of the user appear in every answer.
    affects: 'everything',
    errors: [...nameErrors, 'phone_invalid', 'field_managed'],
  },
  'profiles.avatar': {
    method: 'PUT',
    path: '/profiles/me/avatar',
    summary: 'Upload or remove your own picture',
    access: 'take_part',
    multipart: true,
    body: pictureInput,
    form: pictureForm,
    output: picture,
    // The picture appears beside every post and name.
    affects: 'everything',
    errors: ['file_too_large', 'file_unreadable', 'upload_failed'],
  },
  'profiles.export': {
    method: 'GET',
    path: '/profiles/me/export',
    summary: 'Export all personal data stored about you',
    access: 'take_part',
    inactive: true,
    format: 'file',
    output: personalDataExport,
    errors: ['forbidden'],
  },
  'profiles.get_code': {
    method: 'POST',
    path: '/profiles/me/get_code',
    summary:
      'Send a code to a new address or to your own. A new address requires a proof of presence',
    access: 'take_part',
    body: auth.codeRequest,
    output: auth.codeRequestResult,
    // Sends a mail.
    affects: [],
    errors: [
      'email_invalid',
      'email_taken',
      'too_many',
      'mail_failed',
      'forbidden',
      'presence_required',
      'second_factor_needed',
    ],
  },
  'profiles.verify_code': {
    method: 'POST',
    path: '/profiles/me/verify_code',
    summary: 'Change your address with its code. The code of your own address proves presence',
    access: 'take_part',
    body: auth.codeVerification,
    output: users.user,
    // The session may be renewed with the address.
    affects: 'everything',
    errors: [
      'invalid_code',
      'code_exhausted',
      'email_invalid',
      'email_taken',
      'forbidden',
      'presence_required',
      'second_factor_needed',
    ],
  },
  'profiles.get': {
    method: 'GET',
    path: '/profiles/:id',
    summary: 'Get a profile',
    access: 'take_part',
    compressed: true,
    params: userParams,
    output: users.profileView,
    errors: [],
  },
  'profiles.posts': {
    method: 'GET',
    path: '/profiles/:id/posts',
    summary: 'List the posts to and from a user',
    access: 'take_part',
    compressed: true,
    params: userParams,
    query: posts.profilePostsQueryParams,
    output: z.array(posts.post),
    pagedByHeader: true,
    errors: [],
  },
} as const satisfies Record<string, Route>
