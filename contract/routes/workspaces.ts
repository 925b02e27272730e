import type { Route } from './route.ts'
import {
  auditCsvQueryParams,
  auditLinesQueryParams,
  auditPage,
  auditQueryParams,
} from '#contract/schemas/audit.ts'
import { csv, jsonLines, noContent } from '#contract/schemas/common.ts'
import * as workspaces from '#contract/schemas/workspaces.ts'

const dangerZoneErrors = ['presence_required', 'danger_zone_wait', 'forbidden'] as const

export const workspacesRoutes = {
  'workspace.reset_demo_data': {
    method: 'DELETE',
    path: '/workspace/reset_demo_data',
    summary: 'Remove the demo data',
    access: 'remove_demo_data',
    output: noContent,
    // Demo members and posts appear everywhere.
    affects: 'everything',
    errors: ['reset_failed'],
  },
  'workspace.reset': {
    method: 'DELETE',
    path: '/workspace/reset',
    summary: 'Delete all posts, points and purchases',
    access: 'manage_workspace',
    body: workspaces.dangerZoneInput,
    output: noContent,
    // Points and posts appear everywhere.
    affects: 'everything',
    errors: ['name_mismatch', 'reset_failed', ...dangerZoneErrors],
  },
  'workspace.delete': {
    method: 'DELETE',
    path: '/workspace',
    summary: 'Delete the team after the grace period',
    access: 'manage_workspace',
    inactive: true,
    body: workspaces.dangerZoneInput,
    output: noContent,
    affects: ['config', 'audit'],
    errors: ['name_mismatch', ...dangerZoneErrors],
  },
  'workspace.cancel_deletion': {
    method: 'DELETE',
    path: '/workspace/deletion',
    summary: 'Cancel the deletion of the team',
    access: 'manage_workspace',
    inactive: true,
    output: noContent,
    affects: ['config', 'audit'],
    errors: ['forbidden'],
  },
  'workspace.audit': {
    method: 'GET',
    path: '/workspace/audit',
    summary: 'List the actions of administrators, newest first',
    access: 'read_audit',
    compressed: true,
    query: auditQueryParams,
    output: auditPage,
    errors: ['out_of_range'],
  },
  'workspace.audit_csv': {
    method: 'GET',
    path: '/workspace/audit.csv',
    summary: 'Export the actions of administrators as CSV or XLSX',
    access: 'read_audit',
    format: 'table',
    query: auditCsvQueryParams,
    output: csv,
    errors: ['out_of_range'],
  },
  'workspace.audit_lines': {
    method: 'GET',
    path: '/workspace/audit.jsonl',
    summary: 'Export the actions of administrators as JSON lines, newest first',
    access: 'read_audit',
    format: 'lines',
    query: auditLinesQueryParams,
    output: jsonLines,
    errors: ['out_of_range'],
  },
} as const satisfies Record<string, Route>
