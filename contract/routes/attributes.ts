import { z } from 'zod'
import type { Route } from './route.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'
import * as attributes from '#contract/schemas/attributes.ts'

/** The queries that a change of attributes makes stale. */
const attributeQueries = ['attributes', 'users', 'profiles', 'groups', 'audit'] as const

export const attributesRoutes = {
  'attributes.list': {
    method: 'GET',
    path: '/attributes',
    summary: 'List the custom attributes of people that you may see',
    access: 'take_part',
    compressed: true,
    output: z.array(attributes.attribute),
    errors: [],
  },
  'attributes.create': {
    method: 'POST',
    path: '/attributes',
    summary: 'Create a custom attribute of people',
    access: 'manage_team',
    body: attributes.attributeCreate,
    output: attributes.attribute,
    affects: attributeQueries,
    errors: ['required', 'not_unique', 'attributes_full', 'out_of_range', 'wrong_format'],
  },
  'attributes.update': {
    method: 'PUT',
    path: '/attributes/:id',
    summary: 'Rename an attribute, change who sees it, or change the options of a list',
    access: 'manage_team',
    params: idParams('attribute'),
    body: attributes.attributeUpdate,
    output: attributes.attribute,
    affects: attributeQueries,
    errors: [
      'required',
      'not_unique',
      'option_in_use',
      'used_by_rule',
      'out_of_range',
      'wrong_format',
    ],
  },
  'attributes.delete': {
    method: 'DELETE',
    path: '/attributes/:id',
    summary: 'Delete an attribute with its values, unless the rule of a group uses it',
    access: 'manage_team',
    params: idParams('attribute'),
    output: noContent,
    affects: attributeQueries,
    errors: ['used_by_rule'],
  },
} as const satisfies Record<string, Route>
