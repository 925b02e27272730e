import type { Route } from './route.ts'
import { idParams, noContent } from '#contract/schemas/common.ts'
import * as exports from '#contract/schemas/workspace-exports.ts'

const presenceErrors = ['presence_required', 'danger_zone_wait', 'forbidden'] as const

export const workspaceExportsRoutes = {
  'workspace_exports.list': {
    method: 'GET',
    path: '/workspace/exports',
    summary: 'List the archives of the team that are kept or being built, newest first',
    access: 'manage_workspace',
    inactive: true,
    output: exports.workspaceExports,
    errors: [],
  },
  'workspace_exports.create': {
    method: 'POST',
    path: '/workspace/exports',
    summary: 'Build an archive of everything of the team in the background',
    access: 'manage_workspace',
    inactive: true,
    output: exports.workspaceExport,
    affects: ['workspace_exports', 'audit'],
    errors: ['conflict', 'workspace_exports_full', ...presenceErrors],
  },
  'workspace_exports.link': {
    method: 'POST',
    path: '/workspace/exports/:id/link',
    summary: 'Get the address of one download of an archive',
    access: 'manage_workspace',
    inactive: true,
    params: idParams('workspace_export'),
    output: exports.workspaceExportLink,
    affects: ['audit'],
    errors: ['conflict', ...presenceErrors],
  },
  'workspace_exports.delete': {
    method: 'DELETE',
    path: '/workspace/exports/:id',
    summary: 'Delete an archive, or stop building it',
    access: 'manage_workspace',
    inactive: true,
    params: idParams('workspace_export'),
    output: noContent,
    affects: ['workspace_exports', 'audit'],
    errors: ['forbidden'],
  },
} as const satisfies Record<string, Route>
