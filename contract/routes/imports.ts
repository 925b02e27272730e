import { z } from 'zod'
import type { Route } from './route.ts'
import { limits } from '#contract/limits.ts'
import { csv, idParams } from '#contract/schemas/common.ts'
import * as imports from '#contract/schemas/imports.ts'

export const importsRoutes = {
  'imports.list': {
    method: 'GET',
    path: '/users/imports',
    summary: 'The latest imports, newest first',
    access: 'manage_team',
    output: z.array(imports.userImport),
    errors: [],
  },
  'imports.create': {
    method: 'POST',
    path: '/users/imports',
    summary: 'Upload a list of people (CSV or XLSX)',
    access: 'manage_team',
    multipart: true,
    fileBytesMax: limits.import_bytes_max,
    output: imports.userImport,
    affects: ['imports'],
    errors: ['file_too_large', 'file_unreadable', 'out_of_range'],
  },
  'imports.get': {
    method: 'GET',
    path: '/users/imports/:id',
    summary: 'Progress of an import',
    access: 'manage_team',
    params: idParams('import'),
    output: imports.userImport,
    errors: [],
  },
  'imports.preview': {
    method: 'POST',
    path: '/users/imports/:id/preview',
    summary: 'Dry run with the chosen columns',
    access: 'manage_team',
    params: idParams('import'),
    body: imports.columnsInput,
    output: imports.importPreview,
    affects: ['imports'],
    errors: ['required', 'not_unique', 'wrong_format', 'conflict'],
  },
  'imports.start': {
    method: 'POST',
    path: '/users/imports/:id',
    summary: 'Send the invites',
    access: 'manage_team',
    params: idParams('import'),
    output: imports.userImport,
    affects: ['imports', 'users', 'config', 'people'],
    errors: ['conflict', 'required'],
  },
  'imports.cancel': {
    method: 'DELETE',
    path: '/users/imports/:id',
    summary: 'Cancel an import',
    access: 'manage_team',
    params: idParams('import'),
    output: imports.userImport,
    affects: ['imports', 'users', 'config', 'people'],
    errors: ['conflict'],
  },
  'imports.refused': {
    method: 'GET',
    path: '/users/imports/:id/refused.csv',
    summary: 'Rejected rows, with reasons',
    access: 'manage_team',
    params: idParams('import'),
    format: 'csv',
    output: csv,
    errors: [],
  },
} as const satisfies Record<string, Route>
